import type { AtRule, Declaration, Root } from 'postcss'
import { isInLayer } from './style-scope'

/** Kinds of names that are common to all style sheets of a page. */
type Kind = 'animation' | 'font' | 'counter'
/** The names that the style sheets of a build declare. */
export type StyleNames = Readonly<Record<Kind, ReadonlySet<string>>>

/** The properties that use a name. A custom property may hold any. */
const USES: Record<Kind, RegExp> = {
  animation: /^(-\w+-)?animation(-name)?$|^--/i,
  font: /^font(-family)?$|^--/i,
  counter: /^(list-style(-type)?|content|system|fallback)$|^--/i,
}
const KINDS = ['animation', 'font', 'counter'] as const

/** @returns the animations, fonts and counter styles that style sheets declare */
export function namesDeclaredIn(roots: Root[]): StyleNames {
  const names = { animation: new Set<string>(), font: new Set<string>(), counter: new Set<string>() }
  for (const root of roots) {
    root.walkAtRules(/^(-\w+-)?keyframes$/i, ({ params }) => void names.animation.add(unquoted(params)))
    root.walkAtRules(/^counter-style$/i, ({ params }) => void names.counter.add(unquoted(params)))
    root.walkAtRules(/^font-face$/i, (rule) => {
      rule.walkDecls(/^font-family$/i, ({ value }) => void names.font.add(unquoted(value)))
    })
  }
  return names
}

/** Renames what the build declares, and all layers. A name that it only uses is the shell's, and stays. */
export function renameIn(root: Root, names: StyleNames, suffix: string): void {
  const renamers = KINDS.filter((kind) => names[kind].size > 0).map((kind) => {
    // The names of fonts are case-insensitive, those of animations and counter styles are case-sensitive.
    const rename = renamer(names[kind], suffix, kind === 'font' ? 'gi' : 'g')
    return ({ prop, value }: Declaration) => (USES[kind].test(prop) ? rename(value) : value)
  })
  root.walkDecls((declaration) => {
    for (const rename of renamers) {
      const value = rename(declaration)
      if (value !== declaration.value) declaration.value = value
    }
  })
  root.walkAtRules(/^((-\w+-)?keyframes|counter-style)$/i, (rule) => {
    rule.params = withSuffix(unquoted(rule.params), suffix)
  })
  root.walkAtRules(/^layer$/i, (rule) => renameLayers(rule, suffix))
}

/** Renames the first part of each name: the others are within it. */
function renameLayers(rule: AtRule, suffix: string): void {
  const isNested = isInLayer(rule)
  if (isNested || rule.params === '' || rule.params.endsWith(suffix)) return
  rule.params = rule.params.replaceAll(/(^|,\s*)([^\s.,]+)/g, (_all, start, name) => `${start}${name}_${suffix}`)
}

/** A function that renames these names in the value of a property. */
function renamer(names: ReadonlySet<string>, suffix: string, flags: string): (value: string) => string {
  const alternatives = [...names].sort((a, b) => b.length - a.length).map(escaped)
  const use = new RegExp(`(?<![\\w"'./(\\\\-])(["']?)(${alternatives.join('|')})\\1(?![\\w"'./(-])`, flags)
  return (value) => value.replaceAll(use, (_all, _quote, name: string) => withSuffix(name, suffix))
}

/** An identifier, or a text if the name is none. */
function withSuffix(name: string, suffix: string): string {
  const renamed = `${name}_${suffix}`
  return /^-?[a-z_][\w-]*$/i.test(renamed) ? renamed : `"${renamed}"`
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2')
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, '\\$&')
}
