/** A line of text that is taken when it is finished. */
import { LONGEST_TEXT } from '../view/view.js'

export function TextField(props: {
  readonly name: string
  readonly value: string
  /** Why the last one was not taken; null: it was; absent: every text is. */
  readonly fault?: string | null
  readonly onValue: (text: string) => void
}) {
  const { name, value, fault, onValue } = props
  const id = name.replace(/\W+/g, '-')
  const checked =
    fault === undefined ? {} : { 'aria-invalid': fault !== null, 'aria-describedby': `${id}-fault` }
  return (
    <p class="field">
      <label for={id}>{name}</label>
      <input
        id={id}
        type="text"
        spellcheck={false}
        autocomplete="off"
        value={value}
        maxLength={LONGEST_TEXT}
        {...checked}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault" role="status">
          {fault}
        </span>
      )}
    </p>
  )
}
