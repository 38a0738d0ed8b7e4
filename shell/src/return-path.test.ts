import { describe, expect, it } from 'vitest'
import { loginPath, returnPath } from './return-path'

const hashOf = (link: string) => `#volver=${encodeURIComponent(link)}`

describe('returnPath', () => {
  it.each(['/main', '/main?tab=codigos', '/main?tab=codigos#q=ana&orden=date.desc', '/main#q=a+b'])(
    'honours %s',
    (link) => {
      expect(returnPath(hashOf(link))).toBe(link)
    },
  )

  it.each([
    '',
    '//evil.test',
    'https://evil.test/main',
    'javascript:alert(1)',
    '/main/../login',
    '/mainly',
    '/login',
    '\\\\evil.test',
    '/\\evil.test',
    '%2Fmain',
  ])('leads from %s to /main', (link) => {
    expect(returnPath(hashOf(link))).toBe('/main')
  })

  it('keeps known parts only', () => {
    expect(returnPath(hashOf('/main?preview=https://evil.test&tab=codigos&x=1#q=ana'))).toBe('/main?tab=codigos#q=ana')
    expect(returnPath(hashOf('/main?tab=../x#q=ana'))).toBe('/main#q=ana')
    expect(returnPath(hashOf(`/main#q=${'x'.repeat(100_000)}`))).toBe('/main')
    expect(returnPath('#other=1')).toBe('/main')
  })
})

describe('loginPath', () => {
  it('keeps the link, but not a bare /main', () => {
    expect(loginPath({ pathname: '/main', search: '', hash: '' })).toBe('/login')
    const path = loginPath({ pathname: '/main', search: '?tab=codigos', hash: '#q=ana' })
    expect(returnPath(path.slice('/login'.length))).toBe('/main?tab=codigos#q=ana')
  })
})
