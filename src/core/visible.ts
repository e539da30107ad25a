/**
 * Text of strangers as it leaves, for terminals, HTML and SVG (fields of CSV are in csv.ts): without what steers a
 * terminal or turns text round: control characters of ASCII and of C1, Unicode's bidirectional and other invisible formatting characters, its line and paragraph separators, what is no character, and
 * halves of surrogate pairs. Names in logs and headers, file names, options and messages of other programs may hold any of them.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** One line of text, each hidden character as `�`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, '�')
}

/**
 * Text of several lines, each hidden character but line ends and tabs as `\uXXXX`, which in a JSON document means the
 * same character.
 */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (hidden) =>
    hidden === '\n' || hidden === '\t' ? hidden : `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The beginning of a text that is longer than `most`, and an ellipsis. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text of files: hidden characters as `�` but line ends and tabs. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (hidden) => (/[\n\r\t]/.test(hidden) ? hidden : '�'))
}

/** For the content and the attributes of HTML and SVG. */
export function escapeMarkup(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign])
}
