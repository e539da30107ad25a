/** Strategy: why does a policy act so? Whom it prefers, and after what wait that changes; the page of `qw explain`. */
import { useEffect, useState } from 'preact/hooks'
import type { Exhibit } from '../../../../core/exhibit.js'
import { post } from '../api.js'
import { Sections } from '../shown/blocks.js'
import { Command, PolicyField, shellWord } from '../shown/pair.js'
import { go } from '../state.js'

export function StrategyPage({ policy }: { readonly policy: string }) {
  const [exhibit, setExhibit] = useState<Exhibit | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    post<Exhibit>('/api/explain', { policy }).then(
      (found) => {
        setExhibit(found)
        setFailure(null)
      },
      (error: Error) => setFailure(error.message),
    )
  }, [policy])
  return (
    <>
      <h1>Explain a policy</h1>
      <PolicyField
        name="policy"
        policy={policy}
        onPolicy={(next) => go({ page: 'strategy', policy: next })}
      />
      {failure !== null && (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      {exhibit === null ? failure === null && <p role="status">Asking …</p> : <Sections exhibit={exhibit} />}
      <Command words={`qw explain ${shellWord(policy)}`} />
    </>
  )
}
