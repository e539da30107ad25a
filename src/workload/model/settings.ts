/** How a model is fitted to a log. */
import { setting, whole } from '../../core/settings/index.js'

export const MODEL_FIT = {
  leastUsers: setting(whole(1), {
    meaning: 'users behind every part of the model, every size and every requested time in it',
    usual: 5,
    heading: 'Model:',
  }),
}
