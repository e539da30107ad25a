/** A name means one thing: no two rooms have the same name at their doors. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'

const SOURCES = join(PROJECT_ROOT, 'src')

/** Names that a module exports, and those of the modules that it passes on whole. */
function namesAt(file: string): readonly string[] {
  const door = readFileSync(file, 'utf8')
  const lists = [...door.matchAll(/export (?:type )?\{(.*?)\}/gs)].flatMap(([, names]) => names.split(','))
  const declared = [...door.matchAll(/^export (?:const|function|class|interface|type) (\w+)/gm)]
  return [
    ...lists.map((each) => each.trim().split(/\s+/).at(-1) ?? '').filter((each) => each !== ''),
    ...declared.map(([, name]) => name),
    ...[...door.matchAll(/export \* from '(.*)\.js'/g)].flatMap(([, path]) =>
      namesAt(join(dirname(file), `${path}.ts`)),
    ),
  ]
}

it('no name is given out by two rooms', () => {
  const roomsOf = new Map<string, string[]>()
  const rooms = readdirSync(SOURCES).filter((room) => existsSync(join(SOURCES, room, 'index.ts')))
  for (const room of rooms)
    for (const name of namesAt(join(SOURCES, room, 'index.ts')))
      roomsOf.set(name, [...(roomsOf.get(name) ?? []), room])
  expect(roomsOf.size).toBeGreaterThan(900)
  expect([...roomsOf].filter(([, given]) => given.length > 1)).toEqual([])
})
