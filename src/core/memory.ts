/**
 * Zeroed memory that threads share, where the host offers that: a browser does so only to pages that are isolated from
 * other origins. Elsewhere it is plain memory, of which every thread is sent a copy.
 */
export function sharedMemory(bytes: number): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes)
}

/** Whether threads share this memory, or cannot share any here. */
export function isShared(memory: ArrayBufferLike): boolean {
  return typeof SharedArrayBuffer === 'undefined' || memory instanceof SharedArrayBuffer
}
