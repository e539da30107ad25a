/** docs/settings.md: the declared settings as tables, one for each command. */
import { onlyWith, optionOf, usualText } from '../../src/core/settings/index.js'
import { type DeclaredSettings, headingOf } from '../../src/lab/faces/declared.js'

const HEAD = `# Settings

What can be set, command by command; what many commands share stands once. Each setting is declared once, beside what it sets; its option, its help, its check, its JSON Schema (\`qw settings --json\`) and its row here derive from that. A bound may be the name of another setting. Without a source a setting is ours.

\`\`\`sh
qw settings learn michigan
qw settings thin --json
\`\`\`
`

export function settingsDocument(declared: readonly DeclaredSettings[]): string {
  const sections = declared.map((each) => {
    const rows = Object.entries(each.declarations)
      .filter(([, { option }]) => option !== null)
      .map(([name, setting]) => {
        const { form, meaning, source = '' } = setting
        const needed = onlyWith(setting)
        const about = `${meaning}${needed.length === 0 ? '' : `; only with \`${needed.join(' ')}\``}`
        return [`\`${optionOf(name, setting)}\``, about, form.expected(), usualText(setting) ?? '', source]
      })
    const lines = [['option', 'meaning', 'values', 'usually', 'source'], new Array(5).fill('---'), ...rows]
    return `\n## ${headingOf(each)}\n\n${lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replace(/ {2,}/g, ' ')).join('\n')}\n`
  })
  return [HEAD, ...sections].join('')
}
