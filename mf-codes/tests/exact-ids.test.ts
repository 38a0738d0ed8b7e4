import { backend, column, renderTab, toasts } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { codes } from './tab'

const A = '9007199254740993'
const B = '9007199254740992'

const deletion = (name: string) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
const deleteButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Borrar ${name}` })
const bodies = (endpoint: string) => backend.requests(endpoint).map(({ body }) => body)
const busyNames = () =>
  [...document.querySelectorAll('td [aria-busy="true"]')].map((button) => button.getAttribute('aria-label'))

/** Makes the service send codes, each with the JSON of its id, and a name. */
function sendCodes(ids: Readonly<Record<string, string>>) {
  const rows = Object.entries(ids).map(
    ([name, id]) => `{ "id": ${id}, "name": "${name}", "userName": null, "used": 0, "date": "2025-10-22 10:42:00" }`,
  )
  backend.respond('SelectCodes', `{ "data": { "data": [${rows}] } }`)
}

async function openCodes(ids: Readonly<Record<string, string>>) {
  sendCodes(ids)
  const { user } = await renderTab(codes.Tab)
  await waitFor(() => expect(column('Codigo')).toEqual(Object.keys(ids)))
  return user
}

/** Presses 'Borrar' of a code, and leaves the response pending. */
async function press(user: UserEvent, name: string): Promise<() => void> {
  const release = backend.hold('DeleteCode')
  await user.click(deleteButton(name))
  await waitFor(() => expect(backend.requests('DeleteCode')).toHaveLength(1))
  return release
}

it.each([
  ['integers that share a double', { A, B }, 'A', A],
  ['1e400', { A: '1e400', B: '1e399' }, 'A', `1${'0'.repeat(400)}`],
  ['-0', { A: '-0', B: '1' }, 'A', '0'],
])('deletes only the pressed code of ids that are %s', async (_ids, ids, name, sent) => {
  const other = name === 'A' ? 'B' : 'A'
  const user = await openCodes(ids)
  backend.respond('DeleteCode', { data: 1 })
  const release = await press(user, name)
  expect(bodies('DeleteCode')).toEqual([`{"prmCodeId":${sent}}`])
  expect(busyNames()).toEqual([`Borrar ${name}`])
  sendCodes({ [other]: ids[other] })
  release()
  await waitFor(() => expect(toasts()).toEqual([deletion(name)]))
  await waitFor(() => expect(column('Codigo')).toEqual([other]))
})
