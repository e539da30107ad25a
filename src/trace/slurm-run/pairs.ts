/** A line of `scontrol -o show …`: pairs of key and value with blanks between them; the values read here have no blanks. */

/** Empty where the line does not have the key. */
export function fieldOf(line: string, key: string): string {
  const begin = line.startsWith(`${key}=`) ? 0 : line.indexOf(` ${key}=`) + 1
  if (begin === 0 && !line.startsWith(`${key}=`)) return ''
  const from = begin + key.length + 1
  const end = line.indexOf(' ', from)
  return line.slice(from, end < 0 ? undefined : end).trimEnd()
}
