import { backend, PanelStub, renderTab } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { report } from './tab'

it('opens users by the id and name of the row, and codes and referred persons by their texts', async () => {
  const rows = [1, '1', null].map((id) => ({ id, name: 'Ana', code: 'A1', referalName: 'Luis' }))
  backend.respond(report.endpoint, { data: rows })
  const extensions = { 'detalle:usuario': PanelStub, 'detalle:codigo': PanelStub }
  await renderTab(report.Tab, { extensions })
  const details = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('td a')].map(({ textContent, hash }) => [
      textContent,
      new URLSearchParams(hash.slice(1)).get('detalle'),
    ])
  await expect.poll(details).toEqual(
    ['usuario:1:Ana', 'usuario:"1":Ana', 'persona:Ana'].flatMap((ofName) => [
      ['Ana', ofName],
      ['A1', 'codigo:A1'],
      ['Luis', 'persona:Luis'],
    ]),
  )
})
