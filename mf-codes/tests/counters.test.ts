import { backend, renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Tab from '../src/Tab'
import { choicesOf } from './tab'

const code = (id: number, used: number) => ({ id, name: `C${id}`, userName: used === 1 ? 'Ana' : null, used })

it.each([
  [[], '0 en total', []],
  [[code(1, 1)], '1 en total', ['redimido (1)']],
  [[code(1, 1), code(2, 1), code(3, 0)], '3 en total', ['redimido (2)', 'sin redimir (1)']],
])('the total and the choices of the state count the codes: %j', async (data, total, choices) => {
  backend.respond('SelectCodes', { data })
  const { user } = await renderTab(Tab)
  await screen.findByText(total)
  expect(await choicesOf(user, 'Estado')).toEqual(['Cualquiera', ...choices])
})
