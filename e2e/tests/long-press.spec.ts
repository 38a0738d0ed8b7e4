import { scan, viewports } from '../support/axe'
import { expect, openTab, test } from '../support/test'

test.use({ viewport: viewports.phone, hasTouch: true, isMobile: true })

test('a long press selects a row, also on its link', async ({ staffPage: page }) => {
  const panel = await openTab(page, 'Codigos')
  const box = await panel.getByRole('row').getByRole('link').first().boundingBox()
  const touch = { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8, id: 1 }
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] })
  await expect(panel.getByRole('region', { name: 'Selección' }).getByText('1 elegido')).toBeVisible()
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(panel.getByRole('row', { selected: true })).toHaveCount(1)
  await scan(page, 'selection on a phone')
})
