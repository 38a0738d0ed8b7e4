import { screen, within } from '@testing-library/react'

/** The detail panel beside the table. */
export const detailPanel = {
  /** @throws Error while it is closed */
  queries: () => within(screen.getByRole('dialog')),
  heading: () => detailPanel.queries().getByRole('heading', { level: 3 }).textContent,
  /** The text of a field. */
  field: (label: string) => detailPanel.queries().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent,
  /** The age of its data, and its button. */
  footer: () => document.querySelector('.detail-footer')?.textContent,
}
