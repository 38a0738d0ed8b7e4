import { expect, openTab, test } from '../support/test'

test('a dialog is 30vw wide, at least 384 px or 94 % of a phone, and its content does not overflow', async ({
  staffPage: page,
}) => {
  const panel = await openTab(page, 'Codigos')
  await panel.getByRole('button', { name: 'Crear codigo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Creacion de codigos' })
  for (const [width, dialogWidth] of [
    [1024, 384],
    [641, 384],
    [390, 367],
    [1366, 410],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(dialogWidth, 0)
    const overflowing = await dialog.evaluate((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        .map(({ tagName, className }) => `${tagName} ${className}`),
    )
    expect([width, overflowing]).toEqual([width, []])
  }
})
