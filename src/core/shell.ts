/** Words of a command line, as a POSIX shell takes them. */

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}
