/** Loads by the option `load`. Plain JavaScript, as Rspack loads it by itself. */
export default function schemaLoader(source) {
  return this.getOptions().load(source, this)
}
