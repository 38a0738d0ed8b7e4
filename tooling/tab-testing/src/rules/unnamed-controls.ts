import { isInaccessible, queryAllByRole } from '@testing-library/react'
import { startTag } from './start-tag'

const ROLES = [
  ...['button', 'checkbox', 'combobox', 'link', 'menuitem', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch'],
  ...['tab', 'textbox'],
]
/** Fields to which ARIA gives no role. */
const FIELDS = ['date', 'time', 'datetime-local', 'month', 'week', 'password', 'file', 'color']

/** The controls of the page of which assistive technology says no name. A browser also says the placeholder. */
export function unnamedControls(): string[] {
  const fields = [...document.querySelectorAll<HTMLInputElement>(FIELDS.map((type) => `input[type=${type}]`).join())]
  const nameless = fields.filter((field) => !isInaccessible(field) && !isNamed(field))
  return [...ROLES.flatMap((role) => queryAllByRole(document.body, role, { name: '' })), ...nameless]
    .filter((control) => !control.getAttribute('placeholder'))
    .map((control) => `${startTag(control)} has no name`)
}

function isNamed(field: HTMLInputElement): boolean {
  const attributes = ['aria-label', 'aria-labelledby', 'title']
  return (field.labels?.length ?? 0) > 0 || attributes.some((name) => field.getAttribute(name))
}
