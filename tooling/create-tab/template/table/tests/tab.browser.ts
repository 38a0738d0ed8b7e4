import {
  describeTab,
  expect,
  expectAccessible,
  expectPressable,
  expectPressableOnPhone,
  test,
} from '@canje/tab-testing/browser'

test('shows rows that a person sees, finds one, and writes them to a file', async ({ tab }) => {
  await expect(tab.rows).toHaveCount(10)
  await expectPressable(tab.rows.first())
  await expectPressableOnPhone(tab.rows.first())
  await expectAccessible(tab.panel)
  const name = (await tab.column('Nombre')).at(3) ?? ''
  await tab.search(name)
  const isOther = (text: string) => name.split(' ').some((word) => !text.includes(word))
  await expect.poll(async () => (await tab.column('Nombre')).filter(isOther)).toEqual([])
  await expect.poll(() => tab.column('Nombre')).toContain(name)
  const { text } = await tab.download(() => tab.button('CSV').click())
  expect(text.trim().split('\n').slice(1).filter(isOther)).toEqual([])
})

test('shows the rows again after a failure, without a reload', async ({ tab }) => {
  await expect(tab.rows).toHaveCount(10)
  const recover = tab.fault('SelectUsers', 'reset')
  await tab.button('Refrescar').click()
  await expect(tab.toast('error al ejecutar la peticion')).toBeVisible()
  await expect(tab.rows).toHaveCount(10)
  recover()
  await tab.button('Reintentar').click()
  await expect(tab.button('Reintentar')).toHaveCount(0)
  await expect(tab.rows).toHaveCount(10)
})

describeTab()
