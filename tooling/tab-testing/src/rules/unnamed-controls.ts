import { queryAllByRole } from '@testing-library/react'

const ROLES = ['button', 'checkbox', 'combobox', 'link', 'radio', 'searchbox', 'spinbutton', 'switch', 'textbox']

/** The controls of the page of which assistive technology says no name. A browser also says the placeholder. */
export function unnamedControls(): string[] {
  return ROLES.flatMap((role) => queryAllByRole(document.body, role, { name: '' }))
    .filter((control) => !control.getAttribute('placeholder'))
    .map(({ outerHTML }) => `${outerHTML.split('>', 1)[0]?.slice(0, 120)}> has no name`)
}
