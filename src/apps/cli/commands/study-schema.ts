/** `qw study schema`: what a study file may say, for editors. */
import { studyJsonSchema } from '../../../study/factorial/index.js'
import type { Terminal } from '../terminal.js'

export function studySchemaCommand(terminal: Terminal): void {
  terminal.print(JSON.stringify(studyJsonSchema(), null, 2))
}
