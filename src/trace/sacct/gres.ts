/** Generic resources but GPUs, as Slurm lists them. */

/** Generic resources but GPUs of a list such as `gpu:2,fpga:a:1` or `gres/fpga=2`, their types put together, in the order of their names. */
export function otherGres(text: string): string {
  const counts = new Map<string, number>()
  for (const item of text.split(',')) {
    const [, name, count = '1'] =
      /^(?:gres[/:])?([a-z]\w*)(?::[a-z][\w.-]*)?(?:[:=]([1-9]\d{0,8}))?$/i.exec(item) ?? []
    if (name !== undefined && name !== 'gpu' && name !== 'none')
      counts.set(name, (counts.get(name) ?? 0) + Number(count))
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name}=${count}`)
    .join(',')
}

/** Resources of a whole job as those on each of its nodes. */
export function perNodeOf(gres: string, nodes: number): string {
  if (!(nodes > 1)) return gres
  return gres.replace(/=(\d+)/g, (_, count: string) => `=${Math.ceil(Number(count) / nodes)}`)
}
