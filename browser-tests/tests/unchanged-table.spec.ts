import { watchStatuses } from '../support/statuses'
import { expect, loadedPanel, test } from '../support/test'

test('a table that has not changed is refreshed without being sent again', async ({ staffPage: page }) => {
  const panel = await loadedPanel(page, 'Usuarios')
  const rows = () => panel.locator('tbody tr').allInnerTexts()
  const before = await rows()
  const statuses = await watchStatuses(page, 'SelectUsers')

  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect.poll(statuses).toEqual([304])
  await panel.getByRole('button', { name: 'Refrescar' }).click()
  await expect.poll(statuses).toEqual([304, 304])

  await expect.poll(rows).toEqual(before)
})
