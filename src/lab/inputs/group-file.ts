/** Groups of users that a file names: CSV with the columns `user` and `group`, as `--groups-out` writes it. */
import { QueuewrightError } from '../../core/errors.js'
import { inputName, readInput } from '../../runtime/index.js'
import type { ReadingGiven } from '../../trace/index.js'

const FILE = '@'
const EXPECTED = 'lines such as 17,physics or amy,physics under the names user,group'

/**
 * The options with the groups themselves in place of the name of their file.
 * @param place where the file is, for a name that counts from somewhere else
 * @throws QueuewrightError `input-document` with the line of what is no user
 */
export async function withGroupFile<Options extends ReadingGiven>(
  options: Options,
  place: (path: string) => string = (path) => path,
): Promise<Options> {
  const { groupUsers } = options
  if (typeof groupUsers !== 'string' || !groupUsers.startsWith(FILE)) return options
  const path = place(groupUsers.slice(FILE.length))
  return { ...options, groupUsers: listsIn(await readInput(path), inputName(path)) }
}

/** Fields of a line, without the quotation marks of those that have them. */
function cellsOf(line: string): readonly string[] {
  const fields = line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}

/** As the option has them: `physics=17,20;students=3`. */
function listsIn(text: string, file: string): string {
  const lines = text.split(/\r?\n/)
  const bad = (what: string, line: number, value: string) =>
    new QueuewrightError('input-document', what, { file, line, value, expected: EXPECTED })
  const head = cellsOf(lines[0].toLowerCase())
  const [user, group] = [head.indexOf('user'), head.indexOf('group')]
  if (user < 0 || group < 0) throw bad('these are no users and groups', 1, lines[0])
  const members = new Map<string, string[]>()
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '') continue
    const cells = cellsOf(line)
    const name = (cells[group] ?? '').replace(/[\s;=,]+/g, ' ')
    if (!/^(\d+|[^\d\s;=,-][^\s;=,]*)$/.test(cells[user] ?? '') || name === '')
      throw bad('this is no user and group', at + 1, line)
    const known = members.get(name)
    if (known === undefined) members.set(name, [cells[user]])
    else known.push(cells[user])
  }
  if (members.size === 0) throw bad('this file names no user', 1, lines[0])
  return [...members].map(([name, users]) => `${name}=${users.join(',')}`).join(';')
}
