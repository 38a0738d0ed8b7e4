import {
  describeTab,
  expect,
  expectAccessible,
  expectPressable,
  expectPressableOnPhone,
  test,
} from '@canje/tab-testing/browser'

test('shows a chart that a person sees, and its list for screen readers', async ({ tab }) => {
  const chart = tab.panel.getByRole('img', { name: 'Usuarios con más puntos' })
  await expectPressable(chart)
  await expectPressableOnPhone(chart)
  await expect(tab.panel.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(tab.panel)
})

test.describe('with another setting', () => {
  test.use({ settings: { shown: 3 } })

  test('shows as many users as it says', async ({ tab }) => {
    await expect(tab.panel.getByRole('listitem')).toHaveCount(3)
  })
})

test('loads again after a failure', async ({ tab }) => {
  const recover = tab.fault('SelectUsers', 'reset')
  await tab.open()
  await expect(tab.toast('error al ejecutar la peticion')).toBeVisible()
  recover()
  await tab.button('Reintentar').click()
  await expectPressable(tab.panel.getByRole('img', { name: 'Usuarios con más puntos' }))
})

describeTab()
