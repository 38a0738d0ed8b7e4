import type { Page } from '@playwright/test'
import { makeLive, SCORES, test } from '../support/faults'
import { refetchRegistry } from '../support/release-origin'
import { expect, loadedPanel, openMain, openTab } from '../support/test'

/** @returns the traces of a build in the page: globals, elements, and state of the federation runtime */
function tracesOf(page: Page, remote: string, { build }: { build: string }) {
  return page.evaluate(
    ([container = '', folder = '']) => {
      const [runtime] = Reflect.get(window, '__FEDERATION__').__INSTANCES__
      if (!runtime) throw new Error('The page has no federation runtime.')
      const elements = [...document.querySelectorAll('script[src], link[href]')]
      return {
        globals: Object.keys(window).filter(
          (name) => name.includes(container.replace(/\W/g, '_')) || name === container,
        ),
        loaded: Object.keys(Reflect.get(window, '__GLOBAL_LOADING_REMOTE_ENTRY__')).filter((key) =>
          key.startsWith(container),
        ),
        elements: elements.filter((element) => element.outerHTML.includes(folder)).length,
        registered: runtime.options.remotes.filter(({ name }: { name: string }) => name === container).length,
        modules: [...runtime.moduleCache.keys()].filter((name) => name === container).length,
      }
    },
    [`${remote}@${build}`, `/${remote}/1.0.0/`],
  )
}

test('a newer release is shown when its tab is opened again, and the old one is unloaded completely', async ({
  page,
  origin,
  releases: { good, newer },
}) => {
  const release = page.locator('[data-release^="mf-scores@"]')

  await openMain(page)
  await openTab(page, 'Puntaje')
  expect(await tracesOf(page, SCORES, good.release)).toMatchObject({ registered: 1, modules: 1 })
  makeLive(origin, newer, [])
  await refetchRegistry(page, origin)
  await expect(release).toHaveAttribute('data-release', 'mf-scores@1.0.0')
  await loadedPanel(page, 'Puntaje')

  await openTab(page, 'Referidos')
  await openTab(page, 'Puntaje')
  await expect(release).toHaveAttribute('data-release', 'mf-scores@1.1.0')
  await expect
    .poll(() => tracesOf(page, SCORES, good.release))
    .toEqual({ globals: [], loaded: [], elements: 0, registered: 0, modules: 0 })
})
