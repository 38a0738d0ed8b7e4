import { expect, it } from 'vitest'
import { pagePolicy } from './content-security-policy'

const config = {
  securityUrl: 'https://security.test/v1/',
  apiUrl: 'https://api.test/info',
  registryUrl: 'https://remotes.test/canje/registry.json',
}

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

it('allows code of the shell and the remotes, and requests to the configured services', () => {
  expect(directives(pagePolicy(config, 'bm9uY2U='))).toEqual({
    'default-src': "'none'",
    'script-src': "'self' https://remotes.test 'nonce-bm9uY2U='",
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
  const policy = pagePolicy({ ...config, reportUrl: 'https://reports.test/canje', previewOrigins: [preview] }, 'n')
  expect(directives(policy)).toMatchObject({
    'script-src': `'self' https://remotes.test ${preview} 'nonce-n'`,
    'style-src': `'self' https://remotes.test ${preview} 'nonce-n'`,
    'connect-src': `'self' https://remotes.test ${preview} https://security.test https://api.test https://reports.test ws://localhost:3002`,
  })
})

it('lists an origin once', () => {
  const apiUrl = 'https://remotes.test/api/'
  expect(directives(pagePolicy({ ...config, apiUrl }, 'n'))['connect-src']).toBe(
    "'self' https://remotes.test https://security.test",
  )
})

it('allows neither arbitrary inline code nor eval', () => {
  expect(pagePolicy({ ...config, previewOrigins: ['http://localhost:3002'] }, 'n')).not.toMatch(/unsafe|\*/)
})
