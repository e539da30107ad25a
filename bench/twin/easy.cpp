// The C++17 twin of the scheduling kernel, for `npm run bench`: FCFS and EASY in submit order under the default
// rules (docs/semantics.md: at one instant first all completions, then all releases, then one pass), as plainly and as
// well as one would write it for speed: contiguous arrays, a binary heap of true ends, a list of the running jobs
// sorted by estimated end, one sweep over the whole waiting queue at each pass.
//
// Use: easy fcfs|easy DUMP WARMUPS RUNS
// DUMP: int64 jobs, int64 processors, then the columns submit, runtime, estimate (float64) and size (int32), rows
// in job order, estimate >= runtime, size <= processors, little-endian.
// Prints one line of JSON: {"checksum": "…", "ms": […]}; the checksum is FNV-1a (32 bit) over the 32-bit words of
// the start times, low word first.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

struct Jobs {
  std::int64_t length = 0;
  std::int64_t processors = 0;
  std::vector<double> submit, runtime, estimate;
  std::vector<std::int32_t> size;
};

template <typename T>
void readColumn(std::FILE* file, std::vector<T>& column, std::int64_t length) {
  column.resize(static_cast<std::size_t>(length));
  if (std::fread(column.data(), sizeof(T), column.size(), file) != column.size()) {
    std::fprintf(stderr, "the dump ends early\n");
    std::exit(1);
  }
}

Jobs readJobs(const char* path) {
  Jobs jobs;
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr || std::fread(&jobs.length, 8, 1, file) != 1 || std::fread(&jobs.processors, 8, 1, file) != 1) {
    std::fprintf(stderr, "cannot read %s\n", path);
    std::exit(1);
  }
  readColumn(file, jobs.submit, jobs.length);
  readColumn(file, jobs.runtime, jobs.length);
  readColumn(file, jobs.estimate, jobs.length);
  readColumn(file, jobs.size, jobs.length);
  std::fclose(file);
  return jobs;
}

/** The running jobs twice: a heap by true end, from which they complete, and a list by estimated end, for shadows. */
class Running {
 public:
  struct True {
    double end;
    double estimatedEnd;
    std::int32_t size;
  };

  explicit Running(std::size_t most) {
    heap_.reserve(most);
    ends_.reserve(most);
    sizes_.reserve(most);
  }

  bool empty() const { return heap_.empty(); }
  double nextEnd() const { return heap_.front().end; }

  void start(double end, double estimatedEnd, std::int32_t size) {
    heap_.push_back({end, estimatedEnd, size});
    std::push_heap(heap_.begin(), heap_.end(), later);
    const auto at = std::upper_bound(ends_.begin(), ends_.end(), estimatedEnd) - ends_.begin();
    ends_.insert(ends_.begin() + at, estimatedEnd);
    sizes_.insert(sizes_.begin() + at, size);
  }

  /** Completes the job that ends next; returns its processors. */
  std::int32_t complete() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const True done = heap_.back();
    heap_.pop_back();
    auto at = std::lower_bound(ends_.begin(), ends_.end(), done.estimatedEnd) - ends_.begin();
    // Jobs of one estimated end are alike but for their size.
    while (sizes_[static_cast<std::size_t>(at)] != done.size) at++;
    ends_.erase(ends_.begin() + at);
    sizes_.erase(sizes_.begin() + at);
    return done.size;
  }

  /** The earliest estimated end by which `needed` processors are free, and how many are free then. */
  void shadow(std::int32_t needed, std::int32_t free, double& time, std::int32_t& freeThen) const {
    std::size_t k = 0;
    while (free < needed) free += sizes_[k++];
    time = ends_[k - 1];
    while (k < ends_.size() && ends_[k] == time) free += sizes_[k++];
    freeThen = free;
  }

 private:
  static bool later(const True& a, const True& b) { return a.end > b.end; }
  std::vector<True> heap_;
  std::vector<double> ends_;
  std::vector<std::int32_t> sizes_;
};

void simulate(const Jobs& jobs, bool backfill, std::vector<double>& start) {
  const std::size_t n = static_cast<std::size_t>(jobs.length);
  const double never = std::numeric_limits<double>::infinity();
  // The waiting queue, columns side by side: positions first..last; a job is appended once, so n places suffice.
  std::vector<std::int32_t> row(n), size(n);
  std::vector<double> estimate(n);
  std::size_t first = 0, last = 0, released = 0;
  Running running(static_cast<std::size_t>(std::min<std::int64_t>(jobs.length, jobs.processors)) + 1);
  std::int32_t free = static_cast<std::int32_t>(jobs.processors);

  for (;;) {
    const double nextSubmit = released < n ? jobs.submit[released] : never;
    const double now = running.empty() ? nextSubmit : std::min(running.nextEnd(), nextSubmit);
    if (now == never) return;
    while (!running.empty() && running.nextEnd() <= now) free += running.complete();
    for (; released < n && jobs.submit[released] <= now; released++) {
      row[last] = static_cast<std::int32_t>(released);
      size[last] = jobs.size[released];
      estimate[last] = jobs.estimate[released];
      last++;
    }

    const auto launch = [&](std::size_t at) {
      const std::size_t job = static_cast<std::size_t>(row[at]);
      start[job] = now;
      free -= size[at];
      running.start(now + jobs.runtime[job], now + estimate[at], size[at]);
    };

    while (first < last && size[first] <= free) launch(first++);
    if (!backfill || last - first < 2 || free == 0) continue;

    double shadow;
    std::int32_t freeThen;
    running.shadow(size[first], free, shadow, freeThen);
    std::int32_t extra = freeThen - size[first];
    std::size_t kept = first + 1;
    for (std::size_t at = first + 1; at < last; at++) {
      if (free == 0) {  // Nothing more can start: the rest moves up as it is.
        if (kept != at) {
          std::copy(row.begin() + at, row.begin() + last, row.begin() + kept);
          std::copy(size.begin() + at, size.begin() + last, size.begin() + kept);
          std::copy(estimate.begin() + at, estimate.begin() + last, estimate.begin() + kept);
        }
        kept += last - at;
        break;
      }
      if (size[at] <= free) {
        const bool inTime = now + estimate[at] <= shadow;
        if (inTime || size[at] <= extra) {
          if (!inTime) extra -= size[at];
          launch(at);
          continue;
        }
      }
      if (kept != at) {
        row[kept] = row[at];
        size[kept] = size[at];
        estimate[kept] = estimate[at];
      }
      kept++;
    }
    last = kept;
  }
}

std::uint32_t checksum(const std::vector<double>& start) {
  std::uint32_t hash = 2166136261u;
  for (const double time : start) {
    std::uint32_t words[2];
    std::memcpy(words, &time, sizeof words);
    for (const std::uint32_t word : words) hash = (hash ^ word) * 16777619u;
  }
  return hash;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "use: %s fcfs|easy DUMP WARMUPS RUNS\n", argv[0]);
    return 2;
  }
  const bool backfill = std::string(argv[1]) == "easy";
  const Jobs jobs = readJobs(argv[2]);
  const int warmups = std::atoi(argv[3]);
  const int runs = std::atoi(argv[4]);
  std::vector<double> start(static_cast<std::size_t>(jobs.length));
  std::string times;
  for (int run = 0; run < warmups + runs; run++) {
    std::fill(start.begin(), start.end(), std::numeric_limits<double>::quiet_NaN());
    const auto from = std::chrono::steady_clock::now();
    simulate(jobs, backfill, start);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - from;
    if (run >= warmups) times += (times.empty() ? "" : ", ") + std::to_string(spent.count());
  }
  std::printf("{\"checksum\": \"%08x\", \"ms\": [%s]}\n", checksum(start), times.c_str());
}
