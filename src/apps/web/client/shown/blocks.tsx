/** Exhibits as elements of the page: what reports show, by the same blocks (core/exhibit.ts). */
import type { ComponentChild, ComponentChildren } from 'preact'
import { type Block, type Cell, type Exhibit, type Picture, richly } from '../../../../core/exhibit.js'
import { visibleText } from '../../../../core/visible.js'
import { inkOn } from '../../../../report/plots/theme.js'
import { save, saveCsv, savePng, saveSvg } from '../save.js'
import { SceneSvg } from './scene.js'

/** All of an exhibit but its title, which the page has. */
export function Sections({ exhibit }: { readonly exhibit: Exhibit }) {
  return (
    <>
      {exhibit.sections.map(({ heading, blocks }) => (
        <section key={heading}>
          <h2>{visibleText(heading)}</h2>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </>
  )
}

export function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return <>{blocks.map(blockElement)}</>
}

function blockElement(block: Block): ComponentChild {
  switch (block.kind) {
    case 'facts':
      return <Facts facts={block.facts} />
    case 'table':
      return <Table {...block} />
    case 'figure':
      return <Figure picture={block.picture} caption={block.caption} />
    case 'sentences':
      return (
        <ul>
          {block.sentences.map((sentence) => (
            <li key={sentence}>{visibleText(sentence)}</li>
          ))}
        </ul>
      )
    case 'paragraph':
      return <p>{visibleText(block.text)}</p>
    case 'heading':
      return <h3>{visibleText(block.text)}</h3>
    case 'verbatim':
      return <pre tabIndex={0}>{visibleText(block.text)}</pre>
    case 'details':
      return (
        <details>
          <summary>{visibleText(block.summary)}</summary>
          <Blocks blocks={block.blocks} />
        </details>
      )
  }
}

export function Facts({ facts }: { readonly facts: readonly (readonly [string, Cell])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{visibleText(name)}</dt>
          <dd>{cellElement(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ caption, columns, rows }: Extract<Block, { kind: 'table' }>) {
  const side = (k: number) => (columns[k]?.numeric ? { class: 'number' } : {})
  return (
    // A wide table is moved by the keyboard too.
    <section class="wide" tabIndex={0} aria-label={visibleText(caption)}>
      <table>
        <caption>{visibleText(caption)}</caption>
        <thead>
          <tr>
            {columns.map(({ head }, k) => (
              <th key={head} scope="col" {...side(k)}>
                {visibleText(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], row) => (
            <tr key={row}>
              <th scope="row">{cellElement(name)}</th>
              {cells.map((cell, k) => (
                <td key={k} {...side(k + 1)}>
                  {cellElement(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Figure({ picture, caption }: { readonly picture: Picture; readonly caption: string }) {
  return (
    <figure>
      <div class="wide" tabIndex={0} role="region" aria-label={visibleText(picture.scene.label)}>
        <SceneSvg scene={picture.scene} />
      </div>
      <figcaption>
        {visibleText(caption)}
        <Saving picture={picture} />
      </figcaption>
    </figure>
  )
}

/** The picture as files. */
function Saving({ picture }: { readonly picture: Picture }) {
  const { name } = picture
  return (
    <span class="saving">
      <button type="button" aria-label={`${name} as SVG`} onClick={() => saveSvg(picture)}>
        SVG
      </button>
      <button type="button" aria-label={`${name} as PNG`} onClick={() => void savePng(picture)}>
        PNG
      </button>
      {picture.data.rows.length > 0 && (
        <button type="button" aria-label={`values of ${name} as CSV`} onClick={() => saveCsv(picture)}>
          CSV
        </button>
      )}
    </span>
  )
}

/** Files that are made when somebody asks for them. */
export function FileButtons(props: {
  /** The things that the figures are of. */
  readonly children: ComponentChildren
  readonly files: readonly (readonly [text: string, make: () => Promise<void>])[]
}) {
  return (
    <p class="saving">
      {props.children}
      {props.files.map(([text, make]) => (
        <button key={text} type="button" onClick={() => void make()}>
          {text}
        </button>
      ))}
    </p>
  )
}

/** A schedule as files. */
export function ScheduleFiles(props: {
  /** Which schedule. */
  readonly children: ComponentChildren
  readonly csv: { readonly file: string; readonly make: () => Promise<string> }
  readonly chart: () => Promise<Picture>
}) {
  const { children, csv, chart } = props
  return (
    <FileButtons
      files={[
        ['Jobs as CSV', async () => save(csv.file, await csv.make(), 'text/csv')],
        ['Chart as SVG', async () => saveSvg(await chart())],
        ['Chart as PNG', async () => savePng(await chart())],
        ["Chart's values as CSV", async () => saveCsv(await chart())],
      ]}
    >
      {children}
    </FileButtons>
  )
}

function cellElement(cell: Cell): ComponentChild {
  const { text, below, best, code, fill, tone } = richly(cell)
  const said = visibleText(text)
  const inTone = tone === undefined ? '' : ` ${tone}`
  const small = below === undefined ? null : <span class={`change${inTone}`}>{visibleText(below)}</span>
  const main = code ? (
    <code>{said}</code>
  ) : fill !== undefined ? (
    <span class="heat" style={{ background: fill, color: inkOn(fill) }}>
      {said}
    </span>
  ) : best ? (
    <span class="best">{said}</span>
  ) : tone !== undefined && below === undefined ? (
    <span class={tone}>{said}</span>
  ) : (
    said
  )
  return (
    <>
      {main}
      {small}
    </>
  )
}
