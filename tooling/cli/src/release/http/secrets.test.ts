import { expect, it } from 'vitest'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { secretsIn, withoutSecrets } from './secrets'

function printed(text: string, secrets: string[]): string {
  const recorded = recordedCliEnvironment()
  withoutSecrets(recorded, secrets).print(text)
  return recorded.stdout()
}

it('finds passwords of URLs, as they are written and decoded, and the keys of a bucket', () => {
  const environment = {
    HTTPS_PROXY: 'http://proxy:proxy-password@proxy.test:3128',
    RELEASE_SHELLS: 'https://a.test,https://ana:p%40ssword@b.test',
    AWS_SECRET_ACCESS_KEY: 'bucket-secret',
    HOME: '/root',
  }
  expect(secretsIn(['publish', '--shell', 'https://ana:shell-password@a.test'], environment)).toEqual([
    'shell-password',
    'shell-password',
    'proxy-password',
    'proxy-password',
    'p@ssword',
    'p%40ssword',
    'bucket-secret',
  ])
})

it('masks them, also in JSON, and user and password of any URL', () => {
  expect(printed('{"error":"a\\"quoted-secret, b"}', ['a"quoted-secret'])).toBe('{"error":"…, b"}')
  expect(printed('error: htp://u:p@x is invalid', [])).toBe('error: htp://…@x is invalid')
  expect(printed('https://cdn.test/@scope/live.js, mf-codes@1.0.0', ['live'])).toBe(
    'https://cdn.test/@scope/live.js, mf-codes@1.0.0',
  )
})
