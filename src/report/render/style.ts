/** The style sheet of all pages. `--ink` and its kin are also the inks of plots (report/formats/svg.ts). */
export const STYLE = `
:root { --ink: #2b2f36; --faint: #6b727d; --rule: #dfe2e6; --paper: #ffffff; --tint: #f5f7f9; --best: #00694d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --faint: #9aa3af; --rule: #343a43; --paper: #14171b; --tint: #1d2127; --best: #4fd1a5; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .7rem; border-bottom: 1px solid var(--rule); padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .5rem; }
header p { color: var(--faint); margin: 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: .2rem 2rem; margin: .5rem 0; }
dl div:only-child { grid-column: 1 / -1; }
dl div { display: flex; gap: .8rem; border-bottom: 1px solid var(--rule); padding: .2rem 0; }
dt { color: var(--faint); flex: 0 0 9.5rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; --shade: color-mix(in srgb, var(--ink) 18%, transparent);
  background: linear-gradient(to right, var(--paper) 1rem, transparent) 0 0 / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--paper) 1rem, transparent) 100% 0 / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) 0 0 / .7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) 100% 0 / .7rem 100% no-repeat scroll; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding-bottom: .3rem; }
th, td { padding: .25rem .8rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--rule); vertical-align: bottom; }
thead .number { white-space: normal; min-width: 4.5rem; }
tbody th { font-weight: 500; }
.whole { white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
.best { color: var(--best); font-weight: 600; }
.heat { display: block; padding: 0 .4rem; print-color-adjust: exact; }
.change { color: var(--faint); font-size: .85em; display: block; }
figure { margin: 1.2rem 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figure svg { font-family: inherit; }
figure { overflow-x: auto; }
figcaption { color: var(--faint); font-size: .9rem; margin-top: .3rem; }
pre { background: var(--tint); padding: .8rem; overflow-x: auto; font-size: .82rem; line-height: 1.4; }
code { font-size: .9em; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--faint); }
details.section { margin: .8rem 0; border-bottom: 1px solid var(--rule); padding-bottom: .4rem; }
details.section > summary h2 { display: inline; color: var(--ink); font-size: 1.05rem; border: 0; }
@media screen and (max-width: 46rem) {
  body { padding: .8rem; }
  dl div { display: block; }
  table { font-size: .8rem; }
  ul { padding-left: 1.2rem; }
  th, td { padding-right: .3rem; overflow-wrap: break-word; }
  thead .number { min-width: 0; }
  .number .change { white-space: normal; }
  .heat { padding: 0 .15rem; }
  caption { max-width: calc(100vw - 1.6rem); }
  figure svg { max-width: none; width: 44rem; }
}
@page { margin: 15mm; }
@media print {
  :root { --ink: #000000; --faint: #444444; --rule: #cccccc; --paper: #ffffff; --tint: #ffffff; --best: #000000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  figure, tr, dl div { break-inside: avoid; }
  figure, .wide, pre { overflow: visible; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  table { font-size: .85em; }
  .dense { font-size: .68em; }
  .dense th, .dense td { padding-right: .35rem; }
  thead .number { min-width: 0; overflow-wrap: break-word; }
  .number { white-space: normal; }
  .wide { background: none; }
  summary { list-style: none; }
  details:not([open]):not(.printed) { display: none; }
  details.printed::details-content { content-visibility: visible; display: block; }
  h2, h3 { break-after: avoid; }
}
`
