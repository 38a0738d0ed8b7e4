import type { Check, TabInPage } from './check'

/** The tab menu, the title and the marks of the shell, by which staff and the shell tell tabs and slots apart. */
export const tabDisguised: Check = {
  code: 'tab-disguised',
  problem: 'shows a label, order or slot that is not its own',
  fix: 'Set label and order in canje.tab, and slots in canje.extensions of package.json. The shell shows them, and the tab changes none.',
  at: ['open', 'dialog', 'closed'],
  async watch({ page, tab }) {
    const others = await page.evaluate(readLabels)
    return async (moment) => {
      if (moment === 'closed') return unexpected('the tab menu', others, await page.evaluate(readLabels))
      // The neighbour is the last tab.
      const labels = others.toSpliced(-1, 0, tab.label)
      return [
        ...unexpected('the tab menu', labels, await page.evaluate(readLabels)),
        ...(await page.evaluate(readDisguise, tab)),
      ]
    }
  },
}

function unexpected(place: string, expected: string[], shown: string[]): string[] {
  const [quoted, found] = [expected, shown].map((labels) => labels.map((label) => `"${label}"`).join(', '))
  return quoted === found ? [] : [`${place} has ${found}, not ${quoted}`]
}

/** Runs in the page. */
function readLabels(): string[] {
  const isShown = (tab: Element) => tab.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const placeOf = (tab: Element) => tab.getBoundingClientRect().left
  return [...document.querySelectorAll('[role=tablist][aria-label] > [role=tab]:not([data-styles] *)')]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((tab) => [tab.ariaLabel, isShown(tab) ? tab.textContent : 'hidden'].filter(Boolean).join(': '))
}

/** Runs in the page. */
function readDisguise({ id, label, name, version, styles }: TabInPage): string[] {
  const panel = document.getElementById(`panel-${id}`)
  const [title, heading] = [document.title, panel?.querySelector('[data-tab-heading]')?.textContent]
  const foreign = (attribute: string, isOwn: (value: string) => boolean) =>
    [...document.querySelectorAll(`[data-styles="${CSS.escape(styles)}"] [${attribute}]`)]
      .map((element) => element.getAttribute(attribute) ?? '')
      .filter((value) => !isOwn(value))
      .map((value) => `${attribute}="${value}" is a mark of the shell`)
  return [
    ...(title === `${label} · Canje` ? [] : [`the title of the page is "${title}"`]),
    ...(heading === label ? [] : [`the heading of the panel is "${heading}"`]),
    ...foreign('data-release', () => false),
    ...foreign('data-styles', (value) => value === styles),
    ...foreign('data-extension', (value) => value === `${name}@${version}`),
    // A slot without an extension is an imitation.
    ...foreign(
      'data-slot',
      (value) => !value.includes(':') || document.querySelector(`[data-extension="${name}@${version}"]`) !== null,
    ),
  ]
}
