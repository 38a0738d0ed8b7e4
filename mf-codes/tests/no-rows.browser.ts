import { expect, test } from '@canje/tab-testing/browser'

test.use({ seed: { users: 0 } })

test('says that there are no codes', async ({ tab }) => {
  await expect(tab.panel.getByText('Todavía no hay codigos.')).toBeVisible()
  await expect(tab.rows).toHaveCount(0)
})
