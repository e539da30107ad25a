/** Settings, declared once: declarations (setting.ts), what their values may be (form.ts), and their JSON Schema (schema.ts). */

export { formCodec, settingsCodec } from './codec.js'
export {
  type Bound,
  choice,
  duration,
  type Form,
  flag,
  illegible,
  type Known,
  localDate,
  optional,
  parseDecimal,
  type Range,
  real,
  type Schema,
  seed,
  several,
  someOf,
  whole,
  written,
  yesOrNo,
  zone,
} from './form.js'
export { schemaOf } from './schema.js'
export {
  checked,
  type Declarations,
  firstIdle,
  type Given,
  headed,
  onlyWith,
  optionOf,
  SEED_OF_LOG,
  type Setting,
  setting,
  settled,
  unfit,
  usualText,
  type Values,
} from './setting.js'
