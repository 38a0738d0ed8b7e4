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

const shell = 'https://office.example.com'
it.each([
  [shell, 'https://security.example.com', 'http://api.example.com/v1', ['http://api.example.com']],
  [shell, 'http://127.0.0.1:4000', 'http://api.localhost', []],
  [shell, 'http://localhost.example.com', 'https://api.example.com', ['http://localhost.example.com']],
  ['http://office.example.com', 'http://security.example.com', 'http://api.example.com', []],
])('a shell at %s with the services %s and %s', async (origin, securityUrl, apiUrl, origins) => {
  expect(await blocked(origin, securityUrl, apiUrl)).toEqual(origins)
})
