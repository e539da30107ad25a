/** Front: what is possible? Every schedule that a search found and none beats, two objectives against each other; a click tells which. */
import { type Block, numbers, table, words } from '../../../../core/exhibit.js'
import { formatCount, formatValue } from '../../../../core/format.js'
import { visibleText } from '../../../../core/visible.js'
import type { FrontMark } from '../../../../front/model.js'
import { markLetter } from '../../../../report/plots/scatter.js'
import { BLUE } from '../../../../report/plots/theme.js'
import { fetchBytes, runAddress } from '../api.js'
import { type LoadedFront, loadFront } from '../front.js'
import { save, saveAsPng } from '../save.js'
import { type Answer, Awaited, useAnswer } from '../shown/awaited.js'
import { Blocks, Facts, FileButtons } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, shellWord } from '../shown/pair.js'
import { FrontPanels } from '../shown/panels.js'
import { go, served } from '../state.js'
import { preferView, startView, USUAL_AGAINST, type View } from '../view/view.js'

type FrontView = Extract<View, { readonly page: 'front' }>

export function FrontPage({ view }: { readonly view: FrontView }) {
  return (
    <>
      <h1>What is possible</h1>
      <Awaited answer={useFront(view.run)} waiting="Reading …">
        {(front) => <Shown front={front} view={view} />}
      </Awaited>
      <Command words={`qw show ${shellWord(`${served.value?.runsFolder ?? ''}/${view.run}`)}`} />
    </>
  )
}

function Shown({ front, view }: { readonly front: LoadedFront; readonly view: FrontView }) {
  const { document, points } = front
  const row = document.points.findIndex(({ evaluation }) => evaluation === view.point)
  const chosen = row < 0 ? [] : [row]
  const title = `${formatCount(points.count)} schedules of ${document.name}, of which none is better than another in everything`
  return (
    <>
      <p>
        {visibleText(title)}. <Link to={preferView(view.run)}>Say which of them you want</Link>, or{' '}
        <Link to={startView('learn greedy --method own', front.document.digest)}>
          learn a policy for one of these objectives
        </Link>
        .
      </p>
      <FrontPanels
        points={points}
        colourOf={() => BLUE}
        colouring={null}
        regions={[]}
        chosen={chosen}
        marks={marksOf(document.policies)}
        label={`${title}: panels of every two of ${points.names.join(', ')}`}
        onPoint={(at) => go({ ...view, point: document.points[at].evaluation })}
      />
      <PanelFiles
        panels="pairs"
        schedules="front"
        file={(name) => fetchBytes(`${runAddress(view.run)}/files/${name}`)}
      />
      <div role="status">{row >= 0 && <Chosen front={front} row={row} />}</div>
      <section>
        <h2>Policies</h2>
        <Blocks blocks={[policyTable(front)]} />
      </section>
    </>
  )
}

/** Files of all panels, and of the values of all schedules. */
export function PanelFiles(props: {
  /** Their names. */
  readonly panels: string
  readonly schedules: string
  readonly file: (name: string) => Promise<BlobPart>
}) {
  const { panels, schedules, file } = props
  const kept = async (name: string) => save(name, new Blob([await file(name)]))
  return (
    <FileButtons
      files={[
        ['Panels as SVG', () => kept(`${panels}.svg`)],
        ['Panels as PNG', async () => saveAsPng(panels, await file(`${panels}.svg`))],
        ['Schedules as CSV', () => kept(`${schedules}.csv`)],
      ]}
    >
      All panels:
    </FileButtons>
  )
}

/** A schedule that was chosen: what it is worth, and by which policy it comes about. */
export function Chosen({ front, row }: { readonly front: LoadedFront; readonly row: number }) {
  const { document, points } = front
  const { values, madeBy, evaluation } = document.points[row]
  const log = served.value?.logs.find(({ digest }) => digest === document.digest)
  return (
    <section>
      <h2>Schedule {evaluation}</h2>
      <Facts
        facts={points.names.map((name, k) => [name, formatValue(values[k], points.units[k])] as const)}
      />
      {madeBy !== null && (
        <p>
          made by <code>{visibleText(madeBy)}</code>
        </p>
      )}
      {log !== undefined && madeBy !== null && (
        <p>
          <Link to={{ page: 'try', log: log.digest, policy: madeBy, against: USUAL_AGAINST, span: null }}>
            Simulate it, and turn its numbers
          </Link>
        </p>
      )}
    </section>
  )
}

/** Policies beside the front, as panels have them. */
export function marksOf(policies: LoadedFront['document']['policies']): readonly FrontMark[] {
  return policies.map(({ policy, values }) => ({ name: policy, values }))
}

function policyTable({ document, points }: LoadedFront): Block {
  return table(
    'What usual policies reach; their letters stand on the panels, at the edge where they are beyond it',
    [...words('mark', 'policy'), ...numbers(...points.names)],
    document.policies.map(({ policy, values }, k) => [
      markLetter(k),
      policy,
      ...values.map((value, axis) => formatValue(value, points.units[axis])),
    ]),
  )
}

export function useFront(run: string): Answer<LoadedFront> {
  return useAnswer(run, () => loadFront(run))
}
