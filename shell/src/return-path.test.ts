import { afterEach, describe, expect, it } from 'vitest'
import { currentPath, loginPath, restoreLink, returnPath } from './return-path'

const hashOf = (link: string) => `#volver=${encodeURIComponent(link)}`

describe('returnPath', () => {
  it.each(['/main', '/main?tab=codigos', '/main?tab=codigos#q=ana&orden=date.desc', '/main#q=a+b'])(
    'honours %s',
    (link) => {
      expect(returnPath(hashOf(link), null)).toBe(link)
    },
  )

  it.each(['', '//evil.test', 'https://evil.test/main', 'javascript:alert(1)', '/main/../login', '/mainly', '%2Fmain'])(
    'leads from %s to /main',
    (link) => {
      expect(returnPath(hashOf(link), null)).toBe('/main')
    },
  )

  it('keeps known parts only', () => {
    expect(returnPath(hashOf('/main?preview=https://evil.test&tab=codigos&x=1#q=ana'), null)).toBe(
      '/main?tab=codigos#q=ana',
    )
    expect(returnPath(hashOf('/main?tab=../x#q=ana'), null)).toBe('/main#q=ana')
    expect(returnPath(hashOf(`/main#q=${'x'.repeat(100_000)}`), null)).toBe('/main')
    expect(returnPath('#other=1', null)).toBe('/main')
  })

  it('leads to the kept view of the same person, unless a link was opened', () => {
    expect(returnPath('', '/main?tab=codigos#q=ana')).toBe('/main?tab=codigos#q=ana')
    expect(returnPath(hashOf('/main?tab=puntaje'), '/main?tab=codigos#q=ana')).toBe('/main?tab=puntaje')
    expect(returnPath('', 'https://evil.test/main')).toBe('/main')
  })
})

describe('currentPath', () => {
  afterEach(() => history.replaceState(null, '', '/'))

  it('has the tab and the view of the page only', () => {
    history.replaceState(null, '', '/main?tab=codigos&preview=x#q=ana')
    expect(currentPath()).toBe('/main?tab=codigos#q=ana')
  })
})

it('loginPath keeps the link, but not a bare /main', () => {
  expect(loginPath('/main')).toBe('/login')
  const path = loginPath('/main?tab=codigos#q=ana')
  expect(returnPath(path.slice('/login'.length), null)).toBe('/main?tab=codigos#q=ana')
})

describe('restoreLink', () => {
  afterEach(() => history.replaceState(null, '', '/'))

  it.each([
    ['/main/#q=ana', '/main#q=ana'],
    ['//main/?tab=codigos', '/main?tab=codigos'],
    ['/main?utm=a&amp;TAB=codigos&amp;CANDIDATE=1.4.0#q=ana/', '/main?utm=a&tab=codigos&candidate=1.4.0#q=ana'],
    ['/MAIN?tab=codigos&Preview=a#q=Ana', '/main?tab=codigos&preview=a#q=Ana'],
    ['/Main//?tab=Codigos&fbclid=X', '/main?tab=Codigos&fbclid=X'],
    ['/Login/#volver=%2Fmain%3Ftab%3Dcodigos', '/login#volver=%2Fmain%3Ftab%3Dcodigos'],
    ['/main?tab=codigos%23q=ana', '/main?tab=codigos#q=ana'],
    ['/main?tab=codigos#q=ana?utm_source=mail', '/main?tab=codigos#q=ana'],
  ])('restores %s to %s', (changed, link) => {
    history.replaceState({ session: 's' }, '', location.origin + changed)
    restoreLink()
    expect(location.pathname + location.search + location.hash).toBe(link)
    expect(history.state).toEqual({ session: 's' })
  })

  it.each(['/main?tab=codigos#q=%C2%BFqu%C3%A9%3Fa%3Db%23', '/mainly', '/main/usuarios/'])(
    'leaves %s alone',
    (link) => {
      history.replaceState(null, '', link)
      restoreLink()
      expect(location.pathname + location.search + location.hash).toBe(link)
    },
  )
})
