import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'

const FORMULA_START = /^[=+\-@\t\r]/

/** A text as the CSV holds it: one that a spreadsheet would run as a formula gets a leading apostrophe (D16). */
export function inertText(text: string): string {
  return FORMULA_START.test(text) && !readsAsNumber(text) && !readsAsPhoneNumber(text) ? `'${text}` : text
}
