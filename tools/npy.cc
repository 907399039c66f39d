#include "tools/npy.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "fmt/format.h"
#include "ir/eval/copy.h"

namespace t2t {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

std::string DescrOf(DType t) {
  switch (t) {
    case DType::kBool: return "|b1";
    case DType::kInt8: return "|i1";
    case DType::kInt16: return "<i2";
    case DType::kInt32: return "<i4";
    case DType::kInt64:
    case DType::kIndex:
    case DType::kTaskId: return "<i8";
    case DType::kUint16:
    case DType::kBf16: return "<u2";
    case DType::kUint32: return "<u4";
    case DType::kUint64: return "<u8";
    case DType::kFp16: return "<f2";
    case DType::kFp32: return "<f4";
    case DType::kInt4: return "|i1";
    default: return "|u1";  // 8-bit floats, UINT8, and one byte per packed 4-bit element
  }
}

// Text behind `'key':` up to the matching comma, without blanks around.
std::string_view Field(std::string_view header, std::string_view key) {
  const size_t at = header.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size());
  const size_t colon = rest.find(':');
  if (colon == std::string_view::npos) return {};
  rest.remove_prefix(colon + 1);
  const size_t begin = rest.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  rest.remove_prefix(begin);
  const size_t end = rest.front() == '(' ? rest.find(')') + 1 : rest.find_first_of(",}");
  return rest.substr(0, end);
}

bool ParseShape(std::string_view text, std::vector<int64_t>& shape) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int64_t value = -1;
  for (const char c : text.substr(1)) {
    if (c >= '0' && c <= '9') {
      if (value > (int64_t{1} << 40)) return false;
      value = (value < 0 ? 0 : value * 10) + (c - '0');
    } else if (c == ',' || c == ')') {
      if (value >= 0) shape.push_back(value);
      value = -1;
    } else if (c != ' ') {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string ReadNpy(std::string_view bytes, eval::Nd& into) {
  if (bytes.size() < 10 || bytes.substr(0, 6) != kMagic) return "not a .npy file";
  const auto version = static_cast<unsigned char>(bytes[6]);
  const size_t fixed = version == 1 ? 10 : 12;
  if (bytes.size() < fixed) return "cut off";
  size_t length = static_cast<unsigned char>(bytes[8]) | (static_cast<size_t>(static_cast<unsigned char>(bytes[9])) << 8);
  if (version != 1) {
    length |= static_cast<size_t>(static_cast<unsigned char>(bytes[10])) << 16;
    length |= static_cast<size_t>(static_cast<unsigned char>(bytes[11])) << 24;
  }
  if (length > bytes.size() - fixed) return "cut off in the header";
  const std::string_view header = bytes.substr(fixed, length), data = bytes.substr(fixed + length);
  std::string_view descr = Field(header, "'descr'");
  if (descr.size() < 5) return "no element type";
  descr = descr.substr(1, descr.size() - 2);
  if (Field(header, "'fortran_order'") != "False") return "column-major arrays are not supported";
  std::vector<int64_t> shape;
  if (!ParseShape(Field(header, "'shape'"), shape)) return "no extents";
  if (absl::MakeConstSpan(shape) != absl::MakeConstSpan(into.shape)) return "its extents are not those of the parameter";
  const bool doubles = descr == "<f8" && into.dtype == DType::kFp32;
  if (descr != DescrOf(into.dtype) && !doubles) {
    return fmt::format("elements are {}, the parameter takes {} as {}", descr, DTypeName(into.dtype), DescrOf(into.dtype));
  }
  const int64_t n = eval::NumElements(shape);
  const size_t size = doubles ? 8 : static_cast<size_t>(descr[2] - '0');
  if (data.size() / size < static_cast<size_t>(n)) return "cut off in the data";
  eval::Nd packed = eval::NewNd(into.dtype, shape);
  if (BitWidth(into.dtype) == 4) {
    std::vector<int64_t> row(static_cast<size_t>(n));
    for (size_t i = 0; i < row.size(); ++i) row[i] = data[i];
    eval::StoreRow(DType::kUint4, packed.buffer->bytes.data(), 0, 1, n, row.data());
  } else if (doubles) {
    std::vector<double> row(static_cast<size_t>(n));
    std::memcpy(row.data(), data.data(), static_cast<size_t>(n) * 8);
    eval::StoreRow(into.dtype, packed.buffer->bytes.data(), 0, 1, n, row.data());
  } else {
    std::memcpy(packed.buffer->bytes.data(), data.data(), static_cast<size_t>(n) * size);
  }
  const eval::Dims strides[] = {packed.stride, into.stride};
  const int64_t bases[] = {0, into.offset};
  eval::ForEachRow(into.shape, strides, bases, [&](const eval::RowStep& row) {
    const int64_t step = into.rank() == 0 ? 1 : into.stride.back();
    eval::CopyRow(into.dtype, packed.buffer->bytes.data(), row.offset[0], 1, into.buffer->bytes.data(), row.offset[1], step, row.n);
    eval::MarkRow(into, row.offset[1], step, row.n, nullptr, StmtId());
  });
  return {};
}

std::string WriteNpy(const eval::Nd& nd) {
  std::string shape = "(";
  for (size_t i = 0; i < nd.rank(); ++i) shape += fmt::format("{}{}", nd.shape[i], nd.rank() == 1 || i + 1 < nd.rank() ? ", " : "");
  if (nd.rank() == 1) shape.pop_back();
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}), }}", DescrOf(nd.dtype), shape);
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\0';
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  // Elements the buffer does not have, or that hold no number, get a stand-in.
  eval::Nd packed = eval::PackedCopy(nd, 1);
  const int64_t n = eval::NumElements(nd.shape);
  for (int64_t i = 0; i < n; ++i) {
    if (eval::PoisonAt(packed, i) == 0) continue;
    if (IsFloat(nd.dtype) && eval::HasArithmetic(nd.dtype)) {
      const double nan = std::numeric_limits<double>::quiet_NaN();
      eval::StoreRow(nd.dtype, packed.buffer->bytes.data(), i, 0, 1, &nan);
    } else if (eval::HasArithmetic(nd.dtype)) {
      const int64_t zero = 0;
      eval::StoreRow(nd.dtype, packed.buffer->bytes.data(), i, 0, 1, &zero);
    }
  }
  if (BitWidth(nd.dtype) == 4) {
    std::vector<int64_t> row(static_cast<size_t>(n));
    eval::LoadRow(nd.dtype == DType::kInt4 ? DType::kInt4 : DType::kUint4, packed.buffer->bytes.data(), 0, 1, n, row.data());
    for (int64_t v : row) out += static_cast<char>(v);
  } else {
    out.append(reinterpret_cast<const char*>(packed.buffer->bytes.data()), static_cast<size_t>(n * ByteSize(nd.dtype)));
  }
  return out;
}

}  // namespace t2t
