import type { State } from '@canje/registry'
import { createTestKey, exampleState, signState } from '@canje/registry/testing'
import { expect, it, vi } from 'vitest'
import { shellWith } from '../../../tests/shell-with'
import { stubResponses } from './stubbed-responses'
import type { DataState } from './stubbed-rows'
import type { Stubs } from './stubs'

const shell = shellWith({}, { storeUrl: 'https://office.test/', remotes: {} })
const state = await signState(exampleState(), await createTestKey())
const staged = { name: 'mf-codes', release: state.live, folder: '/staged', state: state as State }

/** Routes one request of a page. */
async function routeRequest(url: string, method = 'GET', stubs?: Stubs, data: DataState = 'rows') {
  const request = () => ({ url: () => url, method: () => method })
  const route = { request, fulfill: vi.fn(), fallback: vi.fn(), abort: vi.fn() }
  route.fulfill.mockResolvedValue(undefined)
  await stubResponses(shell, [staged], { stubs, state: data })(route)
  return route
}

it.each<[DataState, object]>([
  ['rows', { json: { data: expect.arrayContaining([expect.objectContaining({ used: 0 }), {}]) } }],
  ['empty', { json: { data: [] } }],
  ['error', { status: 500 }],
])('responds to every request to the info API in the state "%s"', async (state, response) => {
  const { fulfill } = await routeRequest('https://api.test/v1/SelectCodes', 'GET', undefined, state)
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining(response))
})

it.each<[unknown, DataState, object]>([
  [[1], 'empty', { json: [] }],
  [{ data: { data: [1], total: 1 } }, 'empty', { json: { data: { data: [], total: 1 } } }],
  [{ total: 1 }, 'empty', { json: { total: 1 } }],
  [[1], 'error', { status: 500 }],
])('responds to a request that the remote stubs with %j in the state "%s"', async (json, state, response) => {
  const { fulfill } = await routeRequest('https://api.test/v1/Prizes', 'GET', { 'GET Prizes': json }, state)
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining(response))
})

it.each([
  ['https://api.test/v1/SelectScores', 'POST', { rows: 1 }],
  ['https://api.test/v1/SelectScores?page=2', 'POST', { rows: 2 }],
  ['https://api.test/v1/SelectScores?page=3', 'POST', { rows: 1 }],
  ['https://api.test/v1/SelectScores', 'GET', { data: expect.arrayContaining([{}]) }],
  ['https://prizes.test/list', 'GET', null],
])('responds to %s (%s) as the remote says', async (url, method, json) => {
  const stubs = {
    'POST SelectScores': { rows: 1 },
    'POST SelectScores?page=2': { rows: 2 },
    'GET https://prizes.test/list': null,
  }
  const { fulfill } = await routeRequest(url, method, stubs)
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining({ json }))
})

it('finds an info API whose URL begins with that of the security service', async () => {
  const nested = { ...shell, config: { ...shell.config, apiUrl: 'https://security.test/v1/' } }
  const fulfill = vi.fn(async () => undefined)
  const request = () => ({ url: () => 'https://security.test/v1/SelectCodes', method: () => 'GET' })
  await stubResponses(nested, [staged])({ request, fulfill, fallback: vi.fn(), abort: vi.fn() })
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining({ json: { data: expect.any(Array) } }))
})

it('passes requests to the shell, and aborts requests to other origins', async () => {
  expect((await routeRequest('https://office.test/main?tab=codigos')).fallback).toHaveBeenCalledOnce()
  expect((await routeRequest('https://elsewhere.test/v1/SelectCodes')).abort).toHaveBeenCalledOnce()
})

it.each(['https://office.test/reports', 'https://reports.test/canje'])('responds 204 to a POST to %s', async (url) => {
  const { fulfill, fallback: passOn, abort } = await routeRequest(url, 'POST')
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining({ status: 204 }))
  expect([passOn.mock.calls, abort.mock.calls]).toEqual([[], []])
})
