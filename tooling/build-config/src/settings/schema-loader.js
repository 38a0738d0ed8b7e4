/**
 * Loads the schema of settings by the option `load`. Plain JavaScript, as Rspack loads it by itself.
 *
 * @this {{ getOptions(): { load(source: string, loader: object): Promise<string> } }}
 * @param {string} source
 */
export default function schemaLoader(source) {
  return this.getOptions().load(source, this)
}
