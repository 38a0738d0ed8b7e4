import { apiClient, type TabProps } from '@canje/shared-auth'
import { screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { backend, type RenderOptions, renderTab } from '.'

const PRIZES = 'https://prizes.example.com/v1/prizes'

/** Shows what it is given, and the responses of the info API and of a service on another origin. */
function OptionsTab({ features, settings }: TabProps<object>) {
  const [responses, setResponses] = useState<string[]>([])
  useEffect(() => {
    const add = (text: string) => setResponses((before) => [...before, text])
    apiClient.get('SelectUsers').then(
      ({ data }) => add(`users ${Object.values(Object(data)[0])}`),
      () => add('no users'),
    )
    fetch(`${PRIZES}?page=1`).then(
      async (response) => add(`prizes ${response.status} ${await response.text()}`),
      () => add('no prizes'),
    )
  }, [])
  return (
    <>
      <p>{JSON.stringify({ features, settings, place: [new Date(0).getHours(), (0.5).toLocaleString()] })}</p>
      {responses.map((response) => (
        <p key={response}>{response}</p>
      ))}
    </>
  )
}

/** Resolves to the texts of the tab, once both services have responded. */
async function shown(options?: RenderOptions): Promise<string[]> {
  const { unmount } = await renderTab(OptionsTab, options)
  const texts = () => screen.getAllByText(/./).flatMap(({ textContent }) => (textContent ? [textContent] : []))
  await waitFor(() => expect(texts().filter((text) => /users|prizes/.test(text))).toHaveLength(2))
  const all = texts().sort()
  unmount()
  return all
}

it('opens a tab with the options of a test, each beneath its faults', async () => {
  const options = {
    rows: { SelectUsers: [{ id: 123456789012345678n }], [PRIZES]: { prizes: ['Café'] } },
    features: ['history'],
    settings: { shown: 3 },
    account: 'ana.prueba',
    timezone: 'Pacific/Auckland',
    locale: 'de-DE',
  }
  const given = JSON.stringify({ features: ['history'], settings: { shown: 3 }, place: [12, '0,5'] })
  const [users, prizes] = ['users 123456789012345678', 'prizes 200 {"prizes":["Café"]}']
  expect(await shown(options)).toEqual([prizes, users, given].sort())
  expect(JSON.parse(sessionStorage['canje.session']).name).toBe('ana.prueba')
  expect(backend.requests('prizes')).toMatchObject([{ method: 'GET', path: `${PRIZES}?page=1` }])
  backend.drop(PRIZES)
  backend.fail('SelectUsers', 404)
  expect(await shown(options)).toEqual(expect.arrayContaining(['no prizes', 'no users']))
  backend.recover(PRIZES)
  backend.recover('SelectUsers')
  expect(await shown(options)).toEqual([prizes, users, given].sort())
})

it('refuses a response that is no JSON', () => {
  expect(() => backend.stub('SelectUsers', () => [])).toThrow('A response is JSON, and cannot be a function.')
})

it('starts the next test with nothing of it, and sends nothing to a service on another origin', async () => {
  const given = JSON.stringify({ features: [], settings: {}, place: [19, '0.5'] })
  const error = `The test has no response for ${PRIZES}?page=1: name it in the option 'rows'.`
  const texts = await shown()
  expect(texts).toEqual(expect.arrayContaining([given, `prizes 501 ${JSON.stringify({ error })}`]))
  expect(texts.join()).toMatch(/users 1,/)
})
