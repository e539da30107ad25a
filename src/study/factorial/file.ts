/** Reads a study file (docs/studies.md): YAML, checked by schema.ts, every fault with its line. */
import type { z } from 'zod'
import { type FailureDetail, QueuewrightError } from '../../core/errors.js'
import { didYouMean } from '../../core/suggest.js'
import type { StudyDesign } from './design.js'
import { type FaultParams, studySchema } from './schema.js'
import { readYaml, type YamlDocument, type YamlPath } from './yaml-document.js'

type Issue = z.core.$ZodIssue

/**
 * @param file what the text is called in messages
 * @param usualName the study's name where the text does not say
 * @throws QueuewrightError `study-file`, of the first fault in the file
 */
export function parseStudyFile(text: string, file: string, usualName: string): StudyDesign {
  const document = readYaml(text, file)
  if (document.value === null || document.value === undefined) {
    throw new QueuewrightError('study-file', 'this study file is empty', {
      file,
      expected: 'at least traces and policies',
    })
  }
  const { success, data, error } = studySchema.safeParse(document.value)
  if (!success) {
    const issues = error.issues.map(innermost)
    // A mistyped key is why the right one is missing.
    const stray = issues.filter(({ code }) => code === 'unrecognized_keys')
    const failures = (stray.length > 0 ? stray : issues).map((issue) => failureOf(issue, document, file))
    throw failures.reduce((first, next) =>
      (next.detail.line ?? 0) < (first.detail.line ?? 0) ? next : first,
    )
  }
  const traces = data.traces.map((trace, k) => ({ ...trace, line: document.lineOf(['traces', k]) }))
  return { ...data, name: data.name ?? usualName, traces }
}

/**
 * The issue of the alternative that was meant, where a value fits none of several: one that takes values of this kind, and
 * finds fault with something in it.
 */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const meant = issue.errors.find(
    (alternative) => alternative.length > 0 && !alternative.some(isOfAnotherKind),
  )
  if (meant === undefined) return issue
  const inner = innermost(meant.find(({ code }) => code === 'unrecognized_keys') ?? meant[0])
  return { ...inner, path: [...issue.path, ...inner.path] }
}

function isOfAnotherKind(issue: Issue): boolean {
  if (issue.path.length > 0) return false
  if (issue.code === 'invalid_union') return issue.errors.every((inner) => inner.some(isOfAnotherKind))
  return issue.code === 'invalid_type' || issue.code === 'invalid_value'
}

function failureOf(issue: Issue, document: YamlDocument, file: string): QueuewrightError {
  const { path, message } = issue
  const where = { file, line: document.lineOf(path), ...(path.length > 0 && { field: fieldOf(path) }) }
  if (issue.code === 'custom') {
    return new QueuewrightError('study-file', message, { ...where, ...(issue.params as FaultParams) })
  }
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys
    const known = message.split(', ')
    const remedy = didYouMean(key, known).trim()
    return new QueuewrightError('study-file', 'unknown key', {
      ...where,
      line: document.lineOfKey(path, key),
      value: key,
      expected: message,
      ...(remedy !== '' && { remedy }),
    })
  }
  const value = valueAt(document.value, path)
  if (value === undefined) {
    return new QueuewrightError('study-file', 'a value is missing', { ...where, expected: message })
  }
  const remedy =
    typeof value === 'string' && 'values' in issue ? didYouMean(value, issue.values.map(String)).trim() : ''
  const detail: FailureDetail = {
    ...where,
    ...shown(value),
    expected: message,
    ...(remedy !== '' && { remedy }),
  }
  return new QueuewrightError('study-file', 'an unexpected value', detail)
}

/** `windows[1].length`. */
function fieldOf(path: YamlPath): string {
  return path.reduce<string>((field, part) => {
    if (typeof part === 'number') return `${field}[${part}]`
    return field === '' ? String(part) : `${field}.${String(part)}`
  }, '')
}

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>((around, part) => {
    if (typeof around !== 'object' || around === null || !Object.hasOwn(around, part)) return undefined
    return (around as Readonly<Record<PropertyKey, unknown>>)[part]
  }, value)
}

const LONGEST_SHOWN = 60

function shown(value: unknown): Pick<FailureDetail, 'value'> {
  if (typeof value === 'number') return { value }
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  return { value: written.length > LONGEST_SHOWN ? `${written.slice(0, LONGEST_SHOWN)}…` : written }
}
