import { createHash } from 'node:crypto'
import type { Authority } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { expect, it } from 'vitest'
import { pagePolicy } from './content-security-policy'

const authority: Authority = { storeId: 'store-1', operatorKeys: [], remotes: [], findings: [] }
const config = {
  securityUrl: 'https://security.test/v1/',
  apiUrl: 'https://api.test/info',
  storeUrl: 'https://remotes.test/canje',
  authority,
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const page = { html: '<script>start()</script><script defer src="/main.js"></script>', nonce: 'bm9uY2U=' }

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

it('allows code of the shell and the remotes, and requests to the configured services', () => {
  expect(directives(pagePolicy(config, page))).toEqual({
    'default-src': "'none'",
    'script-src': `'self' https://remotes.test ${hashOf('start()')}`,
    'worker-src': 'blob:',
    'style-src': "'self' https://remotes.test 'nonce-bm9uY2U='",
    'img-src': "'self' https://remotes.test data:",
    'font-src': "'self' https://remotes.test",
    'connect-src': "'self' https://remotes.test https://security.test https://api.test",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
})

it('allows reports, and a listed preview with hot reload', () => {
  const preview = 'http://localhost:3002'
  const policy = pagePolicy({ ...config, reportUrl: 'https://reports.test/canje', previewOrigins: [preview] }, page)
  expect(directives(policy)).toMatchObject({
    'script-src': `'self' https://remotes.test ${preview} ${hashOf('start()')}`,
    'style-src': `'self' https://remotes.test ${preview} 'nonce-bm9uY2U='`,
    'connect-src': `'self' https://remotes.test ${preview} https://security.test https://api.test https://reports.test ws://localhost:3002`,
    'report-to': 'canje',
  })
})

it('allows requests to granted origins, also over WebSockets, and nothing else from there', () => {
  const granted = { 'mf-codes': ['https://prizes.test'], 'mf-maps': ['http://localhost:4010', 'https://prizes.test'] }
  const remotes = Object.entries(granted).map(([name, connect]) => ({ ...exampleListing({ connect }), name }))
  const { 'connect-src': requests, ...others } = directives(
    pagePolicy({ ...config, authority: { ...authority, remotes } }, page),
  )
  expect(requests).toBe(
    "'self' https://remotes.test https://security.test https://api.test https://prizes.test http://localhost:4010 wss://prizes.test ws://localhost:4010",
  )
  const { 'connect-src': _, ...before } = directives(pagePolicy(config, page))
  expect(others).toEqual(before)
})

it('takes relative URLs, of services behind the origin of the shell', () => {
  const relative = { securityUrl: '/security', apiUrl: '/api', storeUrl: '/store', reportUrl: '/reports', authority }
  expect(directives(pagePolicy(relative, page))).toMatchObject({
    'script-src': `'self' ${hashOf('start()')}`,
    'connect-src': "'self'",
  })
})

it('names every inline script by its hash, whatever its attributes, and no script with a file', () => {
  const html =
    '<script nonce="a">one()</script>\n<script async src="/two.js"></script><script type="module">\nthree()\n</script>'
  expect(directives(pagePolicy(config, { ...page, html }))['script-src']).toBe(
    `'self' https://remotes.test ${hashOf('one()')} ${hashOf('\nthree()\n')}`,
  )
})
