import { readOpenApi } from '@canje/reference-backend/openapi'
import { expect, it } from 'vitest'
import { Client } from '../client'
import { Context } from '../context'
import { checkMixedContent } from './mixed-content'

const api = readOpenApi()

/** @returns the origins that browsers block */
async function blocked(origin: string, securityUrl: string, apiUrl: string): Promise<string[]> {
  const client = new Client({ securityUrl, apiUrl, origin, timeoutMs: 1, stop: new AbortController().signal })
  const context = new Context(api, client, new Set(), { user: 'admin', password: '' })
  await checkMixedContent(context)
  return context.findings.map(({ message }) => message.replace(/.* to (.*), which is not https\.$/, '$1'))
}

it.each([
  ['https://office.example.com', 'https://security.example.com', 'https://api.example.com/v1', []],
  [
    'https://office.example.com',
    'https://security.example.com',
    'http://api.example.com/v1',
    ['http://api.example.com'],
  ],
  ['https://office.example.com', 'http://example.com:81/a', 'http://example.com:81/b', ['http://example.com:81']],
  ['https://office.example.com', 'http://localhost:4000', 'http://api.localhost', []],
  ['https://office.example.com', 'http://127.0.0.1:4000', 'http://[::1]:4001/v1', []],
  [
    'https://office.example.com',
    'http://localhost.example.com',
    'http://127.example.com',
    ['http://localhost.example.com', 'http://127.example.com'],
  ],
  ['http://office.example.com', 'http://security.example.com', 'http://api.example.com', []],
])('a shell at %s with the services %s and %s', async (origin, securityUrl, apiUrl, origins) => {
  expect((await blocked(origin, securityUrl, apiUrl)).toSorted()).toEqual(origins.toSorted())
})
