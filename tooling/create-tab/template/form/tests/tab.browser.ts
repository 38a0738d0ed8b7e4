import {
  describeTab,
  expect,
  expectAccessible,
  expectPressable,
  expectPressableOnPhone,
  test,
} from '@canje/tab-testing/browser'

test('shows a form that a person sees, and a page with its result', async ({ tab }) => {
  await expectPressable(tab.panel.getByLabel('Nombre'))
  await expectPressableOnPhone(tab.button('Buscar'))
  await expectAccessible(tab.panel)
  await tab.panel.getByLabel('Nombre').fill('a')
  await tab.button('Buscar').click()
  await expectPressable(tab.panel.getByRole('listitem').first())
  await expectAccessible(tab.panel)
  await tab.page.goBack()
  await expectPressable(tab.panel.getByLabel('Nombre'))
})

test('keeps the name when the service fails, and finds it then', async ({ tab }) => {
  const recover = tab.fault('SelectUsers', 'reset')
  await tab.panel.getByLabel('Nombre').fill('a')
  await tab.button('Buscar').click()
  await expect(tab.toast('error al ejecutar la peticion')).toBeVisible()
  await expect(tab.panel.getByLabel('Nombre')).toHaveValue('a')
  recover()
  await tab.button('Buscar').click()
  await expect(tab.panel.getByRole('listitem').first()).toBeVisible()
})

describeTab(async (tab) => {
  await tab.panel.getByLabel('Nombre').fill('Ana')
  await tab.button('Buscar').click()
})
