// Traces: assembly/raster.ts on a GPU, by the same whole numbers (src/render/README.md, "Coverage"). Three compute passes find,
// for every trace, what is to be drawn in each pixel; then one quad an instance, trace by trace, covers just the rows touched.
// y is counted in steps from some pixels above the picture. Nodes are the borders of a pixel's sixteenths.

struct Frame {
  width: u32,
  height: u32,
  rowCount: u32,
  originY: u32, // row of the picture that the layer begins with
  entries: u32, // pixels of the table: -pad .. width + pad - 1
  pad: u32,
  reach: u32, // pixels around the picture that have nodes
  lineCount: u32,
  runCount: u32,
  stepShift: u32,
  tapCount: u32,
  quarters: u32,
  widthParts: u32,
  // Where in `plan` the parts begin, in words.
  rangesAt: u32,
  runsAt: u32,
  placesAt: u32,
  breaksAt: u32,
  nodeSamplesAt: u32,
  nodeSharesAt: u32,
  tapsAt: u32,
  // Where in `work` the parts begin, in words.
  spansAt: u32,
  nodesAt: u32,
  coversAt: u32,
}

struct Row {
  row: u32,
  baseline: f32,
  scale: f32,
  runs: u32, // index of its first run of colour, 0 without: pixels up to `row`, in `colour`
  colour: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
// Table: first range, flags | ranges << 3. Ranges: index in `data` of the first element in row 0, words from row to row,
// elements, words of an element. Runs: the same, and in place of the words of an element the first sample's number.
// Then places, breaks, samples and shares of nodes, taps: src/render/traces/plan.ts and brush.ts.
@group(0) @binding(1) var<storage, read> plan: array<u32>;
@group(0) @binding(2) var<storage, read> rows: array<Row>;
// Tiles as bits: shaders may assume that floats are finite, so NaN is looked for in the integers.
@group(0) @binding(3) var<storage, read> data: array<u32>;
// From 0 the samples' y; then, for each trace, spans of pixels, nodes and what the pen covers.
@group(0) @binding(4) var<storage, read_write> work: array<u32>;

const showsColumn = 1u;
const showsLine = 2u;
const joinsPrevious = 4u;
const rangeShift = 3u;
const missing = 0xffffffffu;
const farY = 16384.0;
const marginY = 8.0;
const nodesPerPixel = 16u;
/// Stands for a sample that is not there.
const noY = 1e30;
/// A sixteenth is three words: top and bottom at its left node, at its right node, and flags: it shows something; a run begins.
const isOn = 1u;
const begins = 2u;
const partWords = 3u;
const pixelWords = 48u;

fn isFinite(bits: u32) -> bool {
  return (bits & 0x7f800000u) != 0x7f800000u;
}

fn toY(bits: u32, row: Row) -> f32 {
  return clamp(row.baseline + bitcast<f32>(bits) * row.scale, -farY, farY);
}

fn toStep(y: f32) -> u32 {
  let held = clamp(y, -marginY, f32(frame.height) + marginY);
  return u32(round((held + marginY) * f32(1u << frame.stepShift)));
}

fn yAt(row: u32, sample: u32) -> f32 {
  return bitcast<f32>(work[row * frame.lineCount + sample]);
}

fn placeAt(sample: u32) -> i32 {
  return bitcast<i32>(plan[frame.placesAt + sample]);
}

/// y of every sample of the line.
@compute @workgroup_size(64)
fn placeSamples(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= frame.lineCount || id.y >= frame.rowCount) {
    return;
  }
  let row = rows[id.y];
  var y = noY;
  for (var r = 0u; r < frame.runCount; r++) {
    let at = frame.runsAt + 4u * r;
    let sample = id.x - plan[at + 3u];
    if (id.x >= plan[at + 3u] && sample < plan[at + 2u]) {
      if (plan[at] != missing) {
        let bits = data[plan[at] + row.row * plan[at + 1u] + sample];
        if (isFinite(bits)) {
          y = toY(bits, row);
        }
      }
      break;
    }
  }
  work[id.y * frame.lineCount + id.x] = bitcast<u32>(y);
}

/// Least and greatest y of a pixel's columns; the first is the greater one when none is finite.
@compute @workgroup_size(64)
fn findSpans(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= frame.entries || id.y >= frame.rowCount) {
    return;
  }
  let row = rows[id.y];
  let flags = plan[2u * id.x + 1u];
  var low = 3e38;
  var high = -3e38;
  if ((flags & showsColumn) != 0u) {
    let first = plan[2u * id.x];
    for (var r = first; r < first + (flags >> rangeShift); r++) {
      let at = frame.rangesAt + 4u * r;
      if (plan[at] == missing) {
        continue;
      }
      let begin = plan[at] + row.row * plan[at + 1u];
      let end = begin + plan[at + 2u] * plan[at + 3u];
      for (var word = begin; word < end; word++) {
        let bits = data[word];
        if (isFinite(bits)) {
          low = min(low, bitcast<f32>(bits));
          high = max(high, bitcast<f32>(bits));
        }
      }
    }
  }
  // Values first, y at the end, as in raster-spans.ts.
  if (low <= high) {
    let y0 = toY(bitcast<u32>(low), row);
    let y1 = toY(bitcast<u32>(high), row);
    low = min(y0, y1);
    high = max(y0, y1);
  }
  let at = frame.spansAt + 2u * (id.y * frame.entries + id.x);
  work[at] = bitcast<u32>(low);
  work[at + 1u] = bitcast<u32>(high);
}

fn spanAt(row: u32, entry: u32) -> vec2f {
  let at = frame.spansAt + 2u * (row * frame.entries + entry);
  return vec2f(bitcast<f32>(work[at]), bitcast<f32>(work[at + 1u]));
}

/// True when a sample of the line follows the one before it in the same run.
fn isJoined(row: u32, sample: u32) -> bool {
  if (sample == 0u || sample >= frame.lineCount) {
    return false;
  }
  let isBroken = ((plan[frame.breaksAt + (sample >> 5u)] >> (sample & 31u)) & 1u) != 0u;
  return !isBroken && yAt(row, sample) != noY && yAt(row, sample - 1u) != noY;
}

/// Parts of a node that the run from place a to place b lacks, on either side, to be as long as the line is wide.
fn lackOf(a: i32, b: i32) -> i32 {
  return max(0, i32(frame.widthParts) - (b - a)) >> 1u;
}

/// A sample of the run that a sixteenth shows, by its number: the last one before its middle, or else the run's nearest end.
/// Less than 0: it shows nothing.
fn anchorOf(row: u32, node: i32) -> i32 {
  let reachParts = i32(frame.widthParts);
  let middle = 64 * node + 32;
  var before = plan[frame.nodeSamplesAt + u32(node)];
  while (before + 1u < frame.lineCount && placeAt(before + 1u) <= middle) {
    before++;
  }
  if (isJoined(row, before + 1u)) {
    return i32(before);
  }
  // The run that ends before the node, and the one that begins after it.
  var last = i32(before);
  while (last >= 0 && yAt(row, u32(last)) == noY && middle - placeAt(u32(last)) <= reachParts) {
    last--;
  }
  var next = i32(before) + 1;
  let count = i32(frame.lineCount);
  while (next < count && yAt(row, u32(next)) == noY && placeAt(u32(next)) - middle <= reachParts) {
    next++;
  }
  let hasLast = last >= 0 && yAt(row, u32(max(last, 0))) != noY;
  let hasNext = next < count && yAt(row, u32(min(next, count - 1))) != noY;
  if (hasLast) {
    let b = placeAt(u32(last));
    var first = last;
    while (isJoined(row, u32(first)) && b - placeAt(u32(first)) <= reachParts) {
      first--;
    }
    var grow = lackOf(placeAt(u32(first)), b);
    if (hasNext) {
      grow = min(grow, (placeAt(u32(next)) - b) >> 1u);
    }
    if (node <= max(b >> 6u, (b + grow - 33) >> 6u)) {
      return last;
    }
  }
  if (hasNext) {
    let a = placeAt(u32(next));
    var end = next;
    while (isJoined(row, u32(end) + 1u) && placeAt(u32(end)) - a <= reachParts) {
      end++;
    }
    var grow = lackOf(a, placeAt(u32(end)));
    if (hasLast) {
      grow = min(grow, (a - placeAt(u32(last))) >> 1u);
    }
    if (node >= min(a >> 6u, ((a - grow - 32) >> 6u) + 1)) {
      return next;
    }
  }
  return -1;
}

/// True when the line turns at a sample, or begins or ends there.
fn isTurn(row: u32, sample: u32) -> bool {
  if (!isJoined(row, sample) || !isJoined(row, sample + 1u)) {
    return true;
  }
  let y = yAt(row, sample);
  return (y - yAt(row, sample - 1u)) * (yAt(row, sample + 1u) - y) <= 0.0;
}

/// Node nearest to a sample.
fn nearestNode(sample: u32) -> i32 {
  return (placeAt(sample) + 32) >> 6u;
}

/// y at a node next to a sixteenth with such an anchor: straight between samples, level beyond the run's ends.
fn lineY(row: u32, node: i32, anchor: i32) -> f32 {
  let before = i32(plan[frame.nodeSamplesAt + u32(node)]);
  var sample = u32(anchor);
  if (before < anchor) {
    if (!isJoined(row, sample)) {
      return yAt(row, sample);
    }
    sample--;
  } else if (before > anchor && isJoined(row, sample + 1u)) {
    sample++;
  }
  let own = yAt(row, sample);
  if (!isJoined(row, sample + 1u)) {
    return own;
  }
  // The nearest node shows a sample at which the line turns, so that no extreme is lost.
  let next = yAt(row, sample + 1u);
  if (nearestNode(sample + 1u) == node && isTurn(row, sample + 1u)) {
    return next;
  }
  if (nearestNode(sample) == node && isTurn(row, sample)) {
    return own;
  }
  return own + (next - own) * bitcast<f32>(plan[frame.nodeSharesAt + u32(node)]);
}

/// A run begins with a sixteenth when the samples between it and the one before are not all joined.
fn beginsRun(row: u32, before: i32, own: i32) -> bool {
  if (before < 0) {
    return true;
  }
  for (var sample = before + 1; sample <= own; sample++) {
    if (!isJoined(row, u32(sample))) {
      return true;
    }
  }
  return false;
}

/// y of one edge of a column at its nodes: from the border before by way of the middle to the border after.
fn edgeY(left: f32, middle: f32, right: f32, node: u32) -> f32 {
  if (node < 8u) {
    return middle + (left - middle) * 0.125 * f32(8u - node);
  }
  return middle + (right - middle) * 0.125 * f32(node - 8u);
}

fn writePart(pixelAt: u32, part: u32, left: u32, right: u32, flags: u32) {
  let at = pixelAt + partWords * part;
  work[at] = left;
  work[at + 1u] = right;
  work[at + 2u] = flags;
}

/// What every sixteenth shows, and where runs begin: pixels from -reach on.
@compute @workgroup_size(64)
fn fillNodes(@builtin(global_invocation_id) id: vec3u) {
  let pixels = frame.width + 2u * frame.reach;
  if (id.x >= pixels || id.y >= frame.rowCount) {
    return;
  }
  let pixelAt = frame.nodesAt + pixelWords * (id.y * pixels + id.x);
  let entry = id.x + frame.pad - frame.reach;
  let flags = plan[2u * entry + 1u];
  if ((flags & showsColumn) != 0u) {
    let own = spanAt(id.y, entry);
    if (own.x > own.y) {
      for (var k = 0u; k < nodesPerPixel; k++) {
        writePart(pixelAt, k, 0u, 0u, 0u);
      }
      return;
    }
    var before = own;
    var after = own;
    let previous = spanAt(id.y, entry - 1u);
    let isContinued = (flags & joinsPrevious) != 0u && previous.x <= previous.y;
    if (isContinued) {
      before = previous;
    }
    let next = spanAt(id.y, entry + 1u);
    if ((plan[2u * entry + 3u] & joinsPrevious) != 0u && next.x <= next.y) {
      after = next;
    }
    var left = vec2f(max(own.x, before.x), min(own.y, before.y));
    if (left.x > left.y) {
      left = vec2f(0.5 * (left.x + left.y));
    }
    var right = vec2f(max(own.x, after.x), min(own.y, after.y));
    if (right.x > right.y) {
      right = vec2f(0.5 * (right.x + right.y));
    }
    let top = select(0.5 * (left.x + right.x), own.x, own.x <= before.x && own.x <= after.x);
    let bottom = select(0.5 * (left.y + right.y), own.y, own.y >= before.y && own.y >= after.y);
    for (var k = 0u; k < nodesPerPixel; k++) {
      let start = select(0u, begins, k == 0u && !isContinued);
      let upper = vec2u(toStep(edgeY(left.x, top, right.x, k)), toStep(edgeY(left.x, top, right.x, k + 1u)));
      let lower = vec2u(toStep(edgeY(left.y, bottom, right.y, k)), toStep(edgeY(left.y, bottom, right.y, k + 1u)));
      writePart(pixelAt, k, upper.x | (lower.x << 16u), upper.y | (lower.y << 16u), isOn | start);
    }
    return;
  }
  if (frame.lineCount == 0u) {
    for (var k = 0u; k < nodesPerPixel; k++) {
      writePart(pixelAt, k, 0u, 0u, 0u);
    }
    return;
  }
  let first = i32(nodesPerPixel * id.x);
  var before = -1;
  if (first > 0) {
    before = anchorOf(id.y, first - 1);
  }
  for (var k = 0u; k < nodesPerPixel; k++) {
    let node = first + i32(k);
    let anchor = anchorOf(id.y, node);
    if (anchor < 0) {
      writePart(pixelAt, k, 0u, 0u, 0u);
    } else {
      let left = toStep(lineY(id.y, node, anchor));
      let right = toStep(lineY(id.y, node + 1, anchor));
      let start = select(0u, begins, beginsRun(id.y, before, anchor));
      writePart(pixelAt, k, left | (left << 16u), right | (right << 16u), isOn | start);
    }
    before = anchor;
  }
}

/// A node's top and bottom.
fn edges(word: u32) -> vec2i {
  return vec2i(i32(word & 0xffffu), i32(word >> 16u));
}

/// `quarters` of b and the rest of a, as averages of whole numbers.
fn mixed(a: vec2i, b: vec2i) -> vec2i {
  let one = vec2i(1);
  let half = (a + b + one) >> vec2u(1u);
  if (frame.quarters == 2u) {
    return half;
  }
  return (half + select(b, a, frame.quarters == 1u) + one) >> vec2u(1u);
}

/// True where the sixteenths of two pixels next to each other are of the same kind: a line does not reach into columns.
fn isOfKind(entry: u32, kind: u32) -> bool {
  return (plan[2u * entry + 1u] & showsColumn) == kind;
}

/// What the pen covers in every sixteenth of the picture: over all taps the extremes of what is shown there, within the run.
@compute @workgroup_size(64)
fn spreadPen(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= frame.width || id.y >= frame.rowCount) {
    return;
  }
  let pixels = frame.width + 2u * frame.reach;
  let rowAt = frame.nodesAt + pixelWords * id.y * pixels;
  let coverAt = frame.coversAt + (nodesPerPixel + 2u) * (id.y * frame.width + id.x);
  let kind = plan[2u * (id.x + frame.pad) + 1u] & showsColumn;
  let lastPart = i32(nodesPerPixel * pixels) - 1;
  var rowTop = 0xffffi;
  var rowBottom = 0i;
  for (var k = 0u; k < nodesPerPixel; k++) {
    let part = i32(nodesPerPixel * (id.x + frame.reach) + k);
    let at = rowAt + partWords * u32(part);
    var cover = vec2i(0xffff, 0);
    if ((work[at + 2u] & isOn) != 0u) {
      let pen = i32(plan[frame.tapsAt]);
      for (var side = 0u; side < 2u; side++) {
        var last = edges(work[at + side]);
        cover = vec2i(min(cover.x, last.x - pen), max(cover.y, last.y + pen));
        for (var i = 1; i <= i32(frame.tapCount); i++) {
          let other = part + select(-i, i, side == 1u);
          if (other < 0 || other > lastPart) {
            break;
          }
          let word = rowAt + partWords * u32(other);
          // Going back, the sixteenth just left must not begin a run; going on, the one reached must not.
          let joint = work[word + select(partWords, 0u, side == 1u) + 2u];
          if ((work[word + 2u] & isOn) == 0u || (joint & begins) != 0u) {
            break;
          }
          if (!isOfKind(u32(other) / nodesPerPixel + frame.pad - frame.reach, kind)) {
            break;
          }
          let now = edges(work[word + side]);
          if (i < i32(frame.tapCount)) {
            let tap = i32(plan[frame.tapsAt + u32(i)]);
            cover = vec2i(min(cover.x, now.x - tap), max(cover.y, now.y + tap));
          } else if (frame.quarters > 0u) {
            let between = mixed(last, now);
            cover = vec2i(min(cover.x, between.x), max(cover.y, between.y));
          }
          last = now;
        }
      }
      cover = clamp(cover, vec2i(0), vec2i(0xffff));
      rowTop = min(rowTop, cover.x);
      rowBottom = max(rowBottom, cover.y);
    }
    work[coverAt + k] = u32(cover.x) | (u32(cover.y) << 16u);
  }
  work[coverAt + nodesPerPixel] = u32(rowTop);
  work[coverAt + nodesPerPixel + 1u] = u32(rowBottom);
}

@group(1) @binding(0) var<storage, read> covers: array<u32>;

struct Stroke {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat, either) coverAt: u32,
  /// The row, or the run of colour, that has the quad's colour.
  @location(1) @interpolate(flat, either) coloured: u32,
}

@vertex
fn strokeVertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Stroke {
  var out: Stroke;
  let row = instance / frame.width;
  out.coverAt = frame.coversAt + (nodesPerPixel + 2u) * instance;
  let x = instance % frame.width;
  out.coloured = row;
  if (rows[row].runs != 0u) {
    out.coloured = rows[row].runs;
    while (rows[out.coloured].row <= x) {
      out.coloured++;
    }
  }
  let flags = plan[2u * (x + frame.pad) + 1u];
  let first = f32(covers[out.coverAt + nodesPerPixel]);
  let last = f32(covers[out.coverAt + nodesPerPixel + 1u]);
  if (first >= last || (flags & (showsColumn | showsLine)) == 0u) {
    out.position = vec4f(2.0, 2.0, 0.0, 1.0);
    return out;
  }
  let steps = f32(1u << frame.stepShift);
  let height = f32(frame.height);
  let top = clamp(floor(first / steps) - marginY, 0.0, height);
  let bottom = clamp(ceil(last / steps) - marginY, 0.0, height);
  let y = select(top, bottom, vertex >= 2u);
  let side = f32(x + (vertex & 1u));
  out.position = vec4f(2.0 * side / f32(frame.width) - 1.0, 1.0 - 2.0 * y / height, 0.0, 1.0);
  return out;
}

@fragment
fn strokeFragment(stroke: Stroke) -> @location(0) vec4f {
  let above = i32(floor(stroke.position.y) - f32(frame.originY) + marginY) << frame.stepShift;
  let below = above + (1i << frame.stepShift);
  var sum = 0;
  for (var k = 0u; k < nodesPerPixel; k++) {
    let cover = edges(covers[stroke.coverAt + k]);
    sum += max(0, min(below, cover.y) - max(above, cover.x));
  }
  let colour = rows[stroke.coloured].colour;
  return vec4f(colour.rgb, colour.a * f32(sum) / f32(nodesPerPixel << frame.stepShift));
}
