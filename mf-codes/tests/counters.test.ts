import { backend, renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Tab from '../src/Tab'

const code = (id: number, used: number) => ({ id, name: `C${id}`, userName: used === 1 ? 'Ana' : null, used })

it.each([
  [[], ['0 en total', '0 sin redimir', '0 redimidos']],
  [[code(1, 1)], ['1 en total', '0 sin redimir', '1 redimido']],
  [
    [code(1, 1), code(2, 1), code(3, 0)],
    ['3 en total', '1 sin redimir', '2 redimidos'],
  ],
])('counts agree with their nouns: %j', async (data, names) => {
  backend.respond('SelectCodes', { data })
  await renderTab(Tab)
  for (const name of names) expect(await screen.findByRole('button', { name })).toBeDefined()
})
