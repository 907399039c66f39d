#include "tools/npy.h"

#include "gtest/gtest.h"

namespace t2t {
namespace {

using eval::NewNd;
using eval::Nd;

TEST(Npy, WrittenFilesReadBackAndAreAligned) {
  Nd nd = NewNd(DType::kFp32, {2, 3});
  const double numbers[] = {1, -2, 3.5, 0, 1e30, -0.25};
  eval::StoreRow(DType::kFp32, nd.buffer->bytes.data(), 0, 1, 6, numbers);
  const std::string bytes = WriteNpy(nd);
  EXPECT_EQ((bytes.size() - 24) % 64, 0u);
  EXPECT_NE(bytes.find("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"), std::string::npos);
  Nd back = NewNd(DType::kFp32, {2, 3});
  EXPECT_EQ(ReadNpy(bytes, back), "");
  EXPECT_EQ(back.buffer->bytes, nd.buffer->bytes);
}

TEST(Npy, VectorsAndScalarsHaveTheirShape) {
  EXPECT_NE(WriteNpy(NewNd(DType::kInt16, {5})).find("'shape': (5,), }"), std::string::npos);
  EXPECT_NE(WriteNpy(NewNd(DType::kBool, {})).find("'descr': '|b1', 'fortran_order': False, 'shape': (), }"), std::string::npos);
}

TEST(Npy, AHandMadeFileOfVersionTwo) {
  std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n";
  std::string bytes("\x93NUMPY\x02\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += std::string(3, '\0');
  bytes += header + std::string("\x07\x00\x00\x00\xff\xff\xff\xff", 8);
  Nd nd = NewNd(DType::kInt32, {2});
  ASSERT_EQ(ReadNpy(bytes, nd), "");
  int64_t v[2];
  eval::LoadRow(DType::kInt32, nd.buffer->bytes.data(), 0, 1, 2, v);
  EXPECT_EQ(v[0], 7);
  EXPECT_EQ(v[1], -1);
}

TEST(Npy, WhatDoesNotFitIsRefused) {
  const std::string good = WriteNpy(NewNd(DType::kFp32, {2, 3}));
  Nd nd = NewNd(DType::kFp32, {2, 3});
  EXPECT_NE(ReadNpy("", nd), "");
  EXPECT_NE(ReadNpy(good.substr(0, 60), nd), "");
  EXPECT_NE(ReadNpy(good.substr(0, good.size() - 1), nd), "");
  Nd other = NewNd(DType::kFp32, {3, 2});
  EXPECT_NE(ReadNpy(good, other), "");
  Nd half = NewNd(DType::kFp16, {2, 3});
  EXPECT_NE(ReadNpy(good, half), "");
  std::string fortran = good;
  fortran.replace(fortran.find("False"), 5, "True ");
  EXPECT_NE(ReadNpy(fortran, nd), "");
}

}  // namespace
}  // namespace t2t
