import postcss from 'postcss'

/** Canje's colour for each of PrimeReact's theme: `shared-ui/src/theme/colors.css` has its value in the light and the dark theme. */
const COLORS = new Map([
  ['#ffffff', 'surface-card'],
  ['#f9fafb', 'surface-card'],
  ['#f3f4f6', 'highlight-bg'],
  ['#f6f9fc', 'highlight-bg'],
  ['#eff6ff', 'highlight-bg'],
  ['#e5e7eb', 'surface-border'],
  ['#d1d5db', 'control-line'],
  ['#9ca3af', 'control-line'],
  ['#6b7280', 'text-color-secondary'],
  ['#4b5563', 'text-color'],
  ['#374151', 'text-color'],
  ['#1f2937', 'text-color'],
  ['#111827', 'text-color'],
  ['#3b82f6', 'primary-color'],
  ['#1d4ed8', 'primary-color'],
  ['#e24c4c', 'danger'],
])

/** The components that the shell and `shared-ui` render, and states of any component. */
const FIRST =
  /^p-(button|column|component|datatable|dialog|disabled|dropdown|focus|highlight|icon|inputgroup|inputtext|invalid|link|paginator|skeleton|sortable|tag|toast|tooltip)(?![a-z])/

/**
 * Loads PrimeReact's theme in Canje's colours, which follow the dark theme, without its focus rings (`focus.css` has the one
 * of all controls) and its fonts, which are 700 KB: Canje uses system fonts.
 * With `?others`, loads the rules of the other components, otherwise those of the first screens.
 *
 * @this {{ resourceQuery: string }}
 * @param {string} source
 */
export default function themeInColors(source) {
  const theme = postcss.parse(source)
  const isOthers = this.resourceQuery === '?others'
  theme.walkAtRules(isOthers ? /font-face|keyframes/ : 'font-face', (rule) => void rule.remove())
  theme.walkRules((rule) => {
    const isOther = rule.selectors.every((one) => one.match(/\bp-[\w-]+/g)?.some((name) => !FIRST.test(name)))
    if (isOther !== isOthers) rule.remove()
  })
  theme.walkDecls((decl) => {
    if (decl.prop === 'box-shadow' && /focus/.test(decl.parent?.selector)) return decl.remove()
    // White text stands on the primary colour.
    if (decl.prop === 'color') decl.value = decl.value.replace('#ffffff', 'var(--primary-color-text)')
    decl.value = decl.value.replace(/#\w{6}/g, (color) => (COLORS.has(color) ? `var(--${COLORS.get(color)})` : color))
  })
  return theme.toString()
}
