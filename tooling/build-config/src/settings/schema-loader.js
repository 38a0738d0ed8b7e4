// Plain JavaScript: Rspack loads it without a TypeScript loader.
/**
 * Loads the schema of a remote's settings by the option `load`, which is {@link loadSchema}.
 *
 * @this {{ getOptions(): { load(source: string, loader: object): Promise<string> } }}
 * @param {string} source
 */
export default function schemaLoader(source) {
  return this.getOptions().load(source, this)
}
