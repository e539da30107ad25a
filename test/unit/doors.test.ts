/** A name means one thing: no two rooms have the same name at their doors. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'

it('no name is given out by two rooms', () => {
  const sources = join(PROJECT_ROOT, 'src')
  const roomsOf = new Map<string, string[]>()
  const rooms = readdirSync(sources).filter((room) => existsSync(join(sources, room, 'index.ts')))
  for (const room of rooms) {
    const door = readFileSync(join(sources, room, 'index.ts'), 'utf8')
    const lists = [...door.matchAll(/export (?:type )?\{(.*?)\}/gs)].flatMap(([, names]) => names.split(','))
    for (const name of lists
      .map((each) => each.trim().split(/\s+/).at(-1) ?? '')
      .filter((each) => each !== ''))
      roomsOf.set(name, [...(roomsOf.get(name) ?? []), room])
  }
  expect(roomsOf.size).toBeGreaterThan(500)
  expect([...roomsOf].filter(([, given]) => given.length > 1)).toEqual([])
})
