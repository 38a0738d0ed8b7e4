/** Lower-case words for folder names and URLs. The store bounds both (`registry/src/limits.ts`). */
const WORDS = /^(?=.{1,64}$)[a-z\d]+(-[a-z\d]+)*$/
const MAX_LABEL = 40
/** Characters of a name in a message. */
const MAX_QUOTED = 100

/** What a tab of the template shows. */
export const KINDS = ['table', 'form', 'chart'] as const
type Kind = (typeof KINDS)[number]

/** A remote to be created; its properties fill the template's placeholders. */
export interface NewTab {
  /** Name of the folder and the package, such as `mf-premios`. */
  name: string
  /** The value of `?tab=`, such as `premios`. */
  id: string
  /** The visible label of the tab, such as `Premios`. */
  label: string
  /** Tabs are shown in ascending order. */
  order: number
  kind: string
}

/**
 * Describes a tab to be created.
 *
 * @param label such as `Puntos de venta`, which becomes the id `puntos-de-venta`
 */
export function newTab(name: string, label: string, order: number, kind: string = KINDS[0]): NewTab {
  const withoutAccents = label.normalize('NFD').replace(/\p{M}/gu, '')
  return { name, label: label.normalize('NFC'), id: withoutAccents.toLowerCase().replaceAll(' ', '-'), order, kind }
}

/**
 * Describes a created tab, and what comes next.
 *
 * @param preparation commands that come before its own
 */
export function nextSteps({ name, id, label }: NewTab, preparation: readonly string[] = []): string {
  return `Created ${name}: the tab ${label} at /main?tab=${id}. It lists users until you change it.

${[`cd ${name}`, ...preparation].map((command) => `  ${command}\n`).join('')}  npm run dev               the tab in the shell, with hot reload
  npm test                  its tests, against the reference backend
  npx canje test-browser    its tests in a browser
README.md says what else there is.`
}

/** @returns one sentence per invalid property; empty for a valid tab */
export function problemsOf({ name, id, label, order, kind }: NewTab): string[] {
  return [
    (!name.startsWith('mf-') || !WORDS.test(name)) &&
      `"${quoted(name)}" is not a valid name of a remote: use one like mf-premios.`,
    (!WORDS.test(id) || label.length > MAX_LABEL) &&
      `"${quoted(label)}" is not a valid label of a tab: use letters, digits and single spaces.`,
    !Number.isFinite(order) && 'The order of a tab is a number: tabs are shown in ascending order.',
    !isKind(kind) && `"${quoted(kind)}" is not a kind of tab: use ${KINDS.join(', ')}.`,
  ].filter((problem) => problem !== false)
}

function isKind(kind: string): kind is Kind {
  return KINDS.some((one) => one === kind)
}

function quoted(text: string): string {
  return text.slice(0, MAX_QUOTED).replace(/\p{C}/gu, '?')
}
